import { expectUntold } from '../../support/expectations';
import type { Answer } from '../../support/httpServer';
import { serviceForEachTest } from '../../support/service';
import { number, outputOf, retrying } from '../../support/runNode';
import { acceptedAnswer, failure, json, recipientsOf } from '../../support/jsonAnswers';
import { runWaba } from '../../support/runChannels';
import { withoutPauses } from '../../support/withoutPauses';

withoutPauses();

const secretText = 'Your secret code is K4711X';
/** The code in it, as no time and no random ID has it. */
const secretCode = 'K4711X';
const parameters = { operation: 'sendText', text: secretText };

const server = serviceForEachTest();
const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => number(index));

it('a refusal that repeats the text is quoted without it', async () => {
	server.react = () => failure(400, 'Wrong query', `Bad text: ${secretText} for 33600123456`);
	expectUntold(await runWaba(server.url, parameters), [secretText, secretCode, '33600123456']);
});

it('over 5,000 recipients several requests are made, and a retry sends only the rest', async () => {
	let refusals = 1;
	server.react = (request) => {
		const recipients = recipientsOf(request);
		if (recipients.length === 1000 && refusals-- > 0) return failure(400, 'Wrong query', 'x');
		return acceptedAnswer(recipients, `ref-${recipients[0]}`);
	};
	const given = { items: [{ to: numbers(6_000) }], settings: retrying };
	const result = await runWaba(server.url, { ...parameters, to: '={{ $json.to }}' }, given);
	expect(server.requests).toHaveLength(3);
	const [output] = outputOf(result);
	expect(output).toMatchObject({ requests: 2, references: ['ref-33600000000', 'ref-33600005000'] });
	expect(output).not.toHaveProperty('reference');
	expect(output?.recipients).toHaveLength(6000);
});

const twoNumbers = { ...parameters, to: '33600000001, 33600000002' };
const answerWith = (recipients: object[]): Answer =>
	json({ response: { response_code: '202', response_desc: 'ok' }, reference: 7, recipients }, 202);

it('only recipients count as rejected, each once, and nobody who was accepted', async () => {
	const results = [
		['33600000001', 'REJECTED'],
		['33600000001', 'REJECTED'],
		['33600000002', 'REJECTED'],
		['33600000002', 'ACCEPTED'],
		['33699999999', 'REJECTED'],
	].map(([to, state]) => ({ submitted: to, rewrited: to, state }));
	server.react = () => answerWith(results);
	const result = await runWaba(server.url, twoNumbers);
	expect(outputOf(result)).toMatchObject([{ accepted: true, rejected: ['+33600000001'], unconfirmed: [] }]);
});

it('details of the answers that say more come out, each once', async () => {
	server.react = (request) => {
		const { body = '', ...answer } = acceptedAnswer(recipientsOf(request));
		return { ...answer, body: String(body).replace('Request accepted for processing.', 'Delayed.') };
	};
	const result = await runWaba(server.url, { ...parameters, to: numbers(5_001).join() });
	expect(outputOf(result)[0]).toMatchObject({ requests: 2, details: 'Delayed.' });
});

const [first, second] = ['+33600000001', '+33600000002'] as const;
/** What the service says of a number, by its last digit. */
const is = (digit: number, state: string) => ({
	submitted: `+3360000000${digit}`,
	rewrited: `3360000000${digit}`,
	state,
	reason_code: 'R',
});

it.each<[string, object[], boolean | null, string[], string[]]>([
	['both taken', [is(1, 'ACCEPTED'), is(2, 'ACCEPTED')], true, [], []],
	['one rejected', [is(1, 'ACCEPTED'), is(2, 'REJECTED')], true, [second], []],
	['both rejected', [is(1, 'REJECTED'), is(2, 'REJECTED')], false, [first, second], []],
	['a state that nobody documented', [is(1, 'ERROR'), is(2, 'ERROR')], null, [], []],
	[
		'somebody else taken, and both rejected',
		[is(9, 'ACCEPTED'), is(1, 'REJECTED'), is(2, 'REJECTED')],
		false,
		[first, second],
		[],
	],
	['only others taken', [is(9, 'ACCEPTED')], null, [], [first, second]],
	['one not mentioned', [is(1, 'REJECTED')], null, [first], [second]],
	['only their numbers', [{ submitted: first }, { submitted: second }], null, [], []],
])('with %s, "accepted" says what SMSBOX says', async (_what, results, accepted, rejected, unconfirmed) => {
	server.react = () => answerWith(results);
	const [output] = outputOf(await runWaba(server.url, twoNumbers));
	expect(output).toMatchObject({ accepted, rejected, unconfirmed });
});

it.each([
	['all accepted', () => 'ACCEPTED', 'Accepted: recipients 1 to 5,000. References: 111222.'],
	[
		'some rejected',
		(one: string) => (Number(one) % 2 === 0 ? 'REJECTED' : 'ACCEPTED'),
		'Accepted: recipients 1 to 5,000, except for rejected recipients (2,500), who got no message. References: 111222.',
	],
])(
	'the error of a later request names the reference of the one before it, and counts: %s',
	async (_what, stateOf, description) => {
		server.react = (request, index) =>
			index === 0
				? acceptedAnswer(recipientsOf(request), '111222', stateOf)
				: failure(402, 'Insufficient balance to process the request.', 'No credit or insufficient.');
		const { error } = await runWaba(server.url, { ...parameters, to: numbers(5_001).join() });
		expect(error?.description).toContain(description);
	},
);
