import type { INodeParameters } from 'n8n-workflow';
import { serviceForEachTest } from '../../support/service';
import { plain } from '../../support/runNode';

const server = serviceForEachTest();

async function run(parameters: INodeParameters, answer: string) {
	server.react = () => plain(answer);
	return await server.run({ node: 'smsboxAccount', parameters });
}

const transfer = (changes: INodeParameters): INodeParameters => ({
	resource: 'credit',
	operation: 'transfer',
	subAccount: 'shop',
	amount: 25,
	...changes,
});
const create = (changes: INodeParameters): INodeParameters => ({
	resource: 'subAccount',
	operation: 'create',
	username: 'shop',
	password: 'pa55word-secret',
	...changes,
});

it.each([0, -5, 1.5, '1.000', '0x10', '1e3'])('an amount of %s is an error, and not sent', async (amount) => {
	const result = await run(transfer({ amount }), 'OK');
	expect(result.error?.message).toMatch(/^Credits: /);
	expect(server.requests).toHaveLength(0);
});

it.each(['OK', 'ERREUR', '<html>pa55word-secret</html>', ''])(
	'after the answer "%s" the password stands in no output, error or log',
	async (answer) => {
		const result = await run(create({}), answer);
		const { executionData, ...seen } = result;
		expect(JSON.stringify(seen)).not.toContain('pa55word-secret');
		expect(JSON.stringify(executionData.executionData?.contextData ?? {})).not.toContain('pa55word');
	},
);
