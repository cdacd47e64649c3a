import type { INodeParameters } from 'n8n-workflow';
import { type ScriptedServer, serveScript } from '../../support/httpServer';
import { formOf, nodeName, outputOf, plain, runNode } from '../../support/runNode';

let server: ScriptedServer;
afterEach(async () => server.close());

async function run(parameters: INodeParameters, answer: string) {
	server = await serveScript(() => plain(answer));
	return await runNode({ url: server.url, node: 'smsboxAccount', parameters });
}

const sentForm = () => Object.fromEntries(formOf(server.requests[0]));
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

it('a balance may have decimals', async () => {
	const result = await run({ resource: 'credit', operation: 'getBalance' }, 'CREDIT 998.95');
	expect(outputOf(result)).toEqual([{ balance: 998.95 }]);
});

it.each([
	['toSubAccount', '25'],
	['fromSubAccount', '-25'],
])('a transfer %s goes out as %s', async (direction, credit) => {
	const result = await run(transfer({ direction }), 'OK');
	expect(sentForm()).toEqual({ to: 'shop', credit });
	expect(outputOf(result)).toEqual([{ transferred: true, subAccount: 'shop', direction, amount: 25 }]);
});

it.each([0, -5, 1.5])('an amount of %s is an error before anything is sent', async (amount) => {
	const result = await run(transfer({ amount }), 'OK');
	expect(result.error?.message).toMatch(/^Credits: /);
	expect(server.requests).toHaveLength(0);
});

it('a refused transfer says what may be wrong', async () => {
	const result = await run(transfer({}), 'ERREUR');
	expect(result.error?.message).toContain('Rejected by SMSBOX (ERREUR)');
	expect(result.runData[nodeName]?.[0]?.error?.description).toMatch(/sub-account exists.*enough credits/);
});

it.each([
	[true, 'yes'],
	[false, 'no'],
])(
	'a sub-account that uses the balance of the main account: %s is always sent, as %s',
	async (useMainBalance, nolimit) => {
		const result = await run(create({ useMainBalance }), 'OK');
		expect(sentForm()).toEqual({ do: 'add', pseudo: 'shop', mdp: 'pa55word-secret', nolimit });
		expect(outputOf(result)).toEqual([{ created: true, username: 'shop', useMainBalance }]);
	},
);

it('a refused sub-account names the limit and the username', async () => {
	const result = await run(create({}), 'ERREUR');
	expect(result.runData[nodeName]?.[0]?.error?.description).toMatch(/username.*500/);
});

it.each([
	[{ username: 'x'.repeat(51) }, /^Username: .*50/],
	[{ password: 'x'.repeat(51) }, /^Password: .*50/],
])('more than 50 characters are an error before anything is sent', async (changes, rule) => {
	const result = await run(create(changes), 'OK');
	expect(result.error?.message).toMatch(rule);
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
