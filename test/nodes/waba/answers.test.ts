import { type Reaction } from '../../support/httpServer';
import { serviceForEachTest } from '../../support/service';
import { nodeName, outputOf, retrying } from '../../support/runNode';
import { acceptedAnswer, failure, json, recipientsOf } from '../../support/jsonAnswers';
import { runWaba } from '../../support/runWaba';
import { withoutPauses } from '../../support/withoutPauses';

withoutPauses();

const secretText = 'Your secret code is K4711X';
/** The code in it, as no time and no random ID has it. */
const secretCode = 'K4711X';
const parameters = { operation: 'sendText', text: secretText };

const server = serviceForEachTest();

async function errorAfter(reaction: Reaction) {
	server.react = () => reaction;
	const result = await runWaba(server.url, parameters);
	const error = result.runData[nodeName]?.[0]?.error;
	return { error, stored: JSON.stringify([result.error, error, result.logs]) };
}

it('a refusal that repeats the text is quoted without it', async () => {
	const { stored } = await errorAfter(failure(400, 'Wrong query', `Bad text: ${secretText} for 33600123456`));
	for (const secret of [secretText, '33600123456']) expect(stored).not.toContain(secret);
	expect(stored).not.toContain(secretCode);
});

it('over 5,000 recipients several requests are made, and a retry sends only the rest', async () => {
	let refusals = 1;
	server.react = (request) => {
		const recipients = recipientsOf(request);
		if (recipients.length === 1000 && refusals-- > 0) return failure(400, 'Wrong query', 'x');
		return acceptedAnswer(recipients, `ref-${recipients[0]}`);
	};
	const to = Array.from({ length: 6000 }, (_, index) => String(33600000000 + index));
	const result = await runWaba(
		server.url,
		{ ...parameters, to: '={{ $json.to }}' },
		{ items: [{ to }], settings: retrying },
	);
	expect(server.requests).toHaveLength(3);
	const [output] = outputOf(result);
	expect(output).toMatchObject({ requests: 2, references: ['ref-33600000000', 'ref-33600005000'] });
	expect(output).not.toHaveProperty('reference');
	expect(output?.recipients).toHaveLength(6000);
});

it('only recipients count as rejected, each once, and nobody who was accepted', async () => {
	const results = [
		['33600000001', 'REJECTED'],
		['33600000001', 'REJECTED'],
		['33600000002', 'REJECTED'],
		['33600000002', 'ACCEPTED'],
		['33699999999', 'REJECTED'],
	].map(([number, state]) => ({ submitted: number, rewrited: number, state }));
	server.react = () =>
		json(
			{ response: { response_code: '202', response_desc: 'ok' }, reference: '7', recipients: results },
			202,
		);
	const result = await runWaba(server.url, { ...parameters, to: '33600000001, 33600000002' });
	expect(outputOf(result)).toMatchObject([{ accepted: true, rejected: ['+33600000001'], unconfirmed: [] }]);
});

it('details of the answers that say more come out, each once', async () => {
	server.react = (request) => {
		const { body = '', ...answer } = acceptedAnswer(recipientsOf(request));
		return { ...answer, body: String(body).replace('Request accepted for processing.', 'Delayed.') };
	};
	const to = Array.from({ length: 5001 }, (_, index) => String(33600000000 + index));
	const items = [{ to }];
	const result = await runWaba(server.url, { ...parameters, to: '={{ $json.to }}' }, { items });
	expect(outputOf(result)[0]).toMatchObject({ requests: 2, details: 'Delayed.' });
});

const twoNumbers = { ...parameters, to: '33600000001, 33600000002' };
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
])(
	'with %s, "accepted" claims no more than the service says',
	async (_what, results, accepted, rejected, unconfirmed) => {
		const answer = {
			response: { response_code: '202', response_desc: 'ok' },
			reference: 7,
			recipients: results,
		};
		server.react = () => json(answer, 202);
		const [output] = outputOf(await runWaba(server.url, twoNumbers));
		expect(output).toMatchObject({ accepted, rejected, unconfirmed });
	},
);

it('the error of a later request names the reference of what was accepted before it', async () => {
	server.react = (request, index) =>
		index === 0
			? acceptedAnswer(recipientsOf(request), '111222')
			: failure(402, 'Insufficient balance to process the request.', 'No credit or insufficient.');
	const to = Array.from({ length: 5001 }, (_, index) => String(33600000000 + index)).join(',');
	const result = await runWaba(server.url, { ...parameters, to });
	const description = result.runData[nodeName]?.[0]?.error?.description;
	expect(description).toContain('Accepted: recipients 1 to 5,000.');
	expect(description).toContain('References: 111222.');
});

it('the error of a later request counts the recipients that were rejected before it', async () => {
	server.react = (request, index) =>
		index > 0
			? failure(402, 'No credit', 'x')
			: acceptedAnswer(recipientsOf(request), '1', (one) =>
					Number(one) % 2 === 0 ? 'REJECTED' : 'ACCEPTED',
				);
	const to = Array.from({ length: 5_001 }, (_, index) => String(33600000000 + index));
	const { error } = await runWaba(server.url, { ...parameters, to: to.join() });
	expect(error?.description).toContain(
		'Accepted: recipients 1 to 5,000, except for rejected recipients (2,500), who got no message. References: 1.',
	);
});
