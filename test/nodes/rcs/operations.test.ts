import { type ScriptedServer, serveScript } from '../../support/httpServer';
import { json, recipientsOf } from '../../support/jsonAnswers';
import { outputOf } from '../../support/runNode';
import { runRcs } from '../../support/runRcs';
import { withoutPauses } from '../../support/withoutPauses';

withoutPauses();

let server: ScriptedServer;
afterEach(async () => server.close());

const processed = (recipients: unknown[]) =>
	json({
		response: { response_code: '200', response_desc: 'Request successfully processed.' },
		recipients,
	});

/** As the service says it: a number as it was submitted, and without its `+`. */
const found = (submitted: string) => ({
	submitted,
	rewrited: submitted.replace('+', ''),
	state: 'SUCCESS',
	reason_code: 'REACHABLE',
	capabilities: ['chatBotCommunication', 'RICHCARD_STANDALONE'],
});

describe('capabilities', () => {
	const parameters = { resource: 'capability', operation: 'check', to: '={{ $json.to }}' };

	it.each([
		[
			'repeats an answer',
			[found('+33600000001'), found('+33600000001'), found('+33600000002')],
			[true, true],
		],
		[
			'contradicts itself',
			[
				found('+33600000001'),
				{ ...found('+33600000001'), reason_code: 'NOT_REACHABLE' },
				found('+33600000002'),
			],
			[null, true],
		],
		[
			'answers twice, once unclearly',
			[found('+33600000001'), { ...found('+33600000001'), state: 'X' }, found('+33600000002')],
			[null, true],
		],
		['takes one for the other', [{ ...found('+33600000001'), rewrited: '33600000002' }], [true, true]],
		[
			'adds another number',
			[found('+33600000009'), found('+33600000002'), found('+33600000001')],
			[true, true],
		],
		['answers about another number only', [found('+33600000009')], [null, null]],
	])(
		'are one item for each number, in their order, where the service %s',
		async (_what, answers, reachable) => {
			server = await serveScript(() => processed(answers));
			const result = await runRcs(server.url, { ...parameters, to: '+33600000001, +33600000002' });
			expect(outputOf(result).map((item) => [item['number'], item['reachable']])).toEqual([
				['+33600000001', reachable[0]],
				['+33600000002', reachable[1]],
			]);
		},
	);

	it('are asked for at most 500 numbers a request', async () => {
		server = await serveScript((request) => processed(recipientsOf(request).map(found)));
		const to = Array.from({ length: 1001 }, (_, index) => String(33600000000 + index));
		const result = await runRcs(server.url, parameters, { items: [{ to }] });
		expect(server.requests.map((request) => recipientsOf(request).length)).toEqual([500, 500, 1]);
		expect(outputOf(result).map(({ number }) => number)).toEqual(to.map((number) => `+${number}`));
	});
});
