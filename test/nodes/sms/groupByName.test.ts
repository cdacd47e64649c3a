import { serviceForEachTest } from '../../support/service';
import { formOf, nodeName, outputOf, plain, sendToGroup } from '../../support/runNode';

const server = serviceForEachTest(() => plain('OK'));
beforeEach(() => {
	server.groups = '1;VIP Clients;2\n2;Staff; Paris;7\n3;Twins;1\n4;Twins;1';
});

const parameters = sendToGroup('={{ $json.group }}', 'name');
const sentTo = () => server.sends().map((request) => formOf(request).get('groupe'));

it('a group is found by its exact name, asked for once for all items', async () => {
	const items = [{ group: 'VIP Clients' }, { group: 'Staff; Paris' }, { group: 'VIP Clients' }];
	const result = await server.run({ parameters, items });
	expect(sentTo()).toEqual(['1', '2', '1']);
	expect(server.requests).toHaveLength(1 + items.length);
	expect(outputOf(result).map(({ groupId }) => groupId)).toEqual(['1', '2', '1']);
});

it.each([
	['vip clients', /no group of this name/],
	['Twins', /Several groups have this name/],
])('the name %s in the last item is an error before anything is sent', async (name, rule) => {
	const items = [{ group: 'VIP Clients' }, { group: name }];
	const result = await server.run({ parameters, items });
	expect(result.runData[nodeName]?.[0]?.error?.message).toMatch(rule);
	expect(sentTo()).toEqual([]);
});

it('a wrong text is told before any group is looked up', async () => {
	await server.run({ parameters: { ...parameters, text: ' ' }, items: [{ group: 'VIP Clients' }] });
	expect(server.requests).toHaveLength(0);
});

it('people who are in a list twice are added, and counted, once', async () => {
	const numbers = '+33600123456, 0033600123456, +525512345678, +5215512345678';
	const result = await server.run({
		parameters: {
			resource: 'group',
			operation: 'addNumbers',
			group: { __rl: true, mode: 'id', value: '1' },
			numbers,
		},
	});
	expect(formOf(server.requests[0]).get('num')).toBe('33600123456,525512345678');
	expect(outputOf(result)).toEqual([{ id: '1', numbers: ['+33600123456', '+525512345678'], added: 2 }]);
});
