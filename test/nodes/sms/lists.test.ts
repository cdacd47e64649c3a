import { SmsboxSms } from '../../../nodes/SmsboxSms/SmsboxSms.node';
import { type Answer } from '../../support/httpServer';
import { serviceForEachTest } from '../../support/service';
import { searchList } from '../../support/listSearch';
import { apiKey, plain } from '../../support/runNode';
import { smsboxAccess } from '../../support/smsbox';

const server = serviceForEachTest();

async function search(method: string, answer: Answer, filter?: string) {
	server.react = () => answer;
	return await searchList(SmsboxSms, method, {
		...smsboxAccess(server.url, { apiKey }),
		...(filter && { filter }),
	});
}

it('sender IDs come from the account, with the key', async () => {
	const list = await search('searchSenderIds', plain('MyCompany\n36180\n'));
	expect(list.results).toEqual([
		{ name: 'MyCompany', value: 'MyCompany' },
		{ name: '36180', value: '36180' },
	]);
	expect(server.requests[0]?.headers.authorization).toBe(`App ${apiKey}`);
});

it('groups are shown by name and chosen by ID; typing narrows the list', async () => {
	const list = await search('searchGroups', plain('1;VIP Clients;2\n2;Staff; Paris;7'), 'paris');
	expect(list.results).toEqual([{ name: 'Staff; Paris', value: '2' }]);
});

it('groups of the same name are shown with their IDs', async () => {
	const { results } = await search('searchGroups', plain('1;VIP;2\n2;VIP;70\n3;Staff;7'));
	expect(results.map(({ name }) => name)).toEqual(['VIP (ID 1)', 'VIP (ID 2)', 'Staff']);
});

it('a refused key is told in the list', async () =>
	await expect(search('searchSenderIds', plain('ERREUR'))).rejects.toThrow(/Rejected by SMSBOX \(ERREUR\)/));
