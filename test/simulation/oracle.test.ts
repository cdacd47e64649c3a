/** The oracle finds what it is there for, and lets pass what is allowed: on traces that are made up. */
import { noEdit, noOptions, plainHistory, plainItem, type History } from './history';
import { judge } from './oracle';
import type { Attempt, Execution, SentRequest, Trace } from './trace';

const [ana, ben] = ['33600000000', '33600000001'];
const item = { ...plainItem, later: [1] };

const history = (given: Partial<History> = {}): History => ({
	...plainHistory,
	rounds: [[item]],
	onError: 'continue',
	...given,
});

const first: Execution = { parent: undefined, kind: 'first', status: 'success' };
const retry: Execution = { parent: 0, kind: 'retry', status: 'success' };

const accepted = (to: string, paired = 0) => ({
	json: { accepted: true, to: [to] },
	pairedItem: { item: paired },
});
const failed = (error: string, message = '') => ({ json: { error, message }, pairedItem: { item: 0 } });

const attempt = (at: number, given: Partial<Attempt> = {}): Attempt => ({
	began: at,
	ended: at + 9,
	execution: 0,
	run: 0,
	setting: { edit: noEdit, tick: 0 },
	input: [{}],
	output: [accepted(ana)],
	error: undefined,
	...given,
});

const request = (at: number, given: Partial<SentRequest> = {}): SentRequest => ({
	at,
	execution: 0,
	attempt: 0,
	numbers: [ana],
	wishes: [`${ana} T0`],
	fault: undefined,
	taken: [`${ana} T0`],
	excess: 0,
	...given,
});

const rulesOf = (given: History, trace: Trace): string[] => [
	...new Set(judge(given, trace).map(({ rule }) => rule)),
];

const once: Trace = { executions: [first], attempts: [attempt(0)], requests: [request(1)] };

it('has nothing to say of a message that was sent and accepted', () => {
	expect(judge(history(), once)).toEqual([]);
});

/** The same message in two executions. */
const again = (status: Execution['status'], second: Execution): Trace => ({
	executions: [{ ...first, status }, second],
	attempts: [attempt(0), attempt(20, { execution: 1 })],
	requests: [request(1), request(21, { execution: 1, attempt: 1 })],
});

it('finds a message that a retry sent again', () => {
	expect(rulesOf(history(), again('error', retry))).toEqual(['twice']);
});

it('allows the same message in an execution that knows nothing of the first', () => {
	const trace = again('killed', { ...retry, parent: undefined });
	expect(judge(history(), trace)).toEqual([]);
	const keyed = history({ rounds: [[{ ...item, key: 1 }]], options: { ...noOptions, keys: true } });
	expect(rulesOf(keyed, trace)).toEqual(['keyTwice']);
});

it('finds a message that is accepted and was not taken, and one that was taken and not reported', () => {
	expect(rulesOf(history(), { ...once, requests: [request(1, { taken: [] })] })).toEqual(['falselyAccepted']);
	const denied = attempt(0, {
		output: [failed('Rejected by SMSBOX (ERROR 04): A recipient number is invalid.')],
	});
	const rejected = request(1, { fault: 'rejected' });
	expect(rulesOf(history(), { ...once, attempts: [denied], requests: [rejected] })).toEqual(['denied']);
});

it('takes the parts of a message by their ranges', () => {
	const two = history({ rounds: [[{ ...item, to: [0, 1] }]] });
	const requests = [request(1), request(2, { numbers: [ben], fault: 'rejected', taken: [] })];
	const said = (message: string, description: string): string[] =>
		rulesOf(two, { ...once, requests, attempts: [attempt(0, { output: [failed(message, description)] })] });
	const words = 'Accepted: recipients 1 to 1. References: 123. Not sent: recipients 2 to 2.';
	expect(said('Partly sent: one of 2 recipients', words)).toEqual([]);
	expect(said('Partly sent: one of 2 recipients', words.replace('1 to 1', '1 to 2'))).toEqual([
		'falselyAccepted',
	]);
	expect(said('Rejected by SMSBOX (ERROR 04)', 'This concerns recipients 2 to 2.')).toEqual(['denied']);
});

it('finds an item that fails for no reason, and one without an outcome', () => {
	const trace = (output: Attempt['output']): Trace => ({
		...once,
		attempts: [attempt(0, { output })],
		requests: [],
	});
	expect(rulesOf(history(), trace([failed('To: The phone number cannot be a phone number.')]))).toEqual([
		'noReason',
	]);
	expect(rulesOf(history(), trace([failed('May have been sent: no response in time')]))).toEqual([
		'noReason',
	]);
	expect(rulesOf(history(), trace([]))).toEqual(['unpaired']);
	const bad = history({ rounds: [[{ ...item, bad: 'number' }]] });
	expect(judge(bad, trace([failed('To: The phone number cannot be a phone number.')]))).toEqual([]);
});

it('finds messages out of order, and too many of them', () => {
	const two = history({
		rounds: [[item, { ...item, text: 1 }]],
		options: { ...noOptions, quota: 1 },
	});
	const requests = [request(1, { taken: [`${ana} T1`] }), request(2)];
	const attempts = [attempt(0, { input: [{}, {}], output: [accepted(ana), accepted(ana, 1)] })];
	expect(rulesOf(two, { ...once, attempts, requests })).toEqual(['overQuota', 'disorder']);
});

it('finds the same content sent again after an unknown outcome, to whom it may have reached', () => {
	const clocks = { text: false, recipients: true };
	const to = { ...item, to: [0], later: [0, 1] };
	const drawn = history({ rounds: [[to]], clocks, loopsBack: true, onError: 'errorOutput' });
	const open = [failed('May have been sent: the connection was cut')];
	const attempts = [
		attempt(0, { output: open, input: [{ name: '0.0' }], setting: { edit: noEdit, tick: 1 } }),
		attempt(20, { run: 1, input: [{ name: '0.0' }], setting: { edit: noEdit, tick: 2 } }),
	];
	const both = { numbers: [ana, ben], wishes: [`${ana} T0`, `${ben} T0`], fault: 'cutAfter' as const };
	const requests = [request(1, { ...both, taken: both.wishes }), request(21, { attempt: 1 })];
	expect(rulesOf(drawn, { ...once, attempts, requests })).toContain('afterUnknown');
});

it('allows the rest of a message that was sent in part, though an equal one may have reached the same person', () => {
	const [equal, to] = [
		{ ...item, to: [1] },
		{ ...item, to: [0, 1] },
	];
	const input = [{ name: '0.0' }, { name: '0.1' }];
	const drawn = history({ rounds: [[to, equal]], onError: 'continue', retryOnFail: true });
	const attempts = [0, 10, 20].map((began) => attempt(began, { input }));
	const toBen = { numbers: [ben], wishes: [`${ben} T0`] };
	const requests = (partly: readonly string[]): SentRequest[] => [
		request(1, { taken: partly }),
		request(11, { ...toBen, attempt: 1, fault: 'cutAfter', taken: [`${ben} T0`] }),
		request(21, { ...toBen, attempt: 2, taken: [`${ben} T0`] }),
	];
	expect(rulesOf(drawn, { ...once, attempts, requests: requests([`${ana} T0`]) })).not.toContain(
		'afterUnknown',
	);
	expect(rulesOf(drawn, { ...once, attempts, requests: requests([]) })).toContain('afterUnknown');
});

describe('with deduplication keys', () => {
	const keyed = (quota?: number): History =>
		history({
			rounds: [
				[
					{ ...item, key: 1 },
					{ ...item, to: [1], key: 2 },
				],
			],
			options: { ...noOptions, keys: true, quota },
		});
	const alreadySent = (paired: number) => ({ json: { alreadySent: true }, pairedItem: { item: paired } });
	const input = [{}, {}];
	const executions = [first, { ...first, kind: 'newExecution' }];
	const toAna = attempt(0, { input: [{}] });

	it('finds a key that is called sent, though its last message was not taken', () => {
		const output = [alreadySent(0), accepted(ben, 1)];
		const toBen = { attempt: 2, execution: 2, numbers: [ben], wishes: [`${ben} T0`], taken: [`${ben} T0`] };
		const lastWas = (fault: SentRequest['fault'], taken: string[]): string[] =>
			rulesOf(keyed(), {
				executions: [...executions, { ...first, kind: 'newExecution', status: 'success' }],
				attempts: [
					toAna,
					attempt(20, { execution: 1, input: [{}], output: [failed('May have been sent')] }),
					attempt(40, { execution: 2, input, output }),
				],
				requests: [request(1), request(21, { attempt: 1, execution: 1, fault, taken }), request(41, toBen)],
			});
		expect(lastWas('cutBefore', [])).toContain('falselyAlreadySent');
		expect(lastWas('cutAfter', [`${ana} T0`])).not.toContain('falselyAlreadySent');
	});

	it('finds a key whose message an execution beside has sent, and which counts as possibly sent', () => {
		const output = [failed('May have been sent: an earlier run used the same deduplication key')];
		const twins = (fault: SentRequest['fault']): string[] =>
			rulesOf(
				{ ...keyed(), twin: true },
				{
					executions: [first, first],
					attempts: [toAna, attempt(1, { execution: 1, input: [{}], output })],
					requests: [request(2, { fault })],
				},
			);
		expect(twins(undefined)).toContain('noReason');
		expect(twins('cutAfter')).not.toContain('noReason');
	});

	it('finds a limit that counts what was sent before under its key', () => {
		const over = failed('Max Messages: This execution would send 2 messages (limit: 1).');
		const output = [over, { ...over, pairedItem: { item: 1 } }];
		const trace = {
			executions,
			attempts: [toAna, attempt(20, { execution: 1, input, output })],
			requests: [request(1)],
		};
		expect(rulesOf(keyed(1), trace)).toEqual(['noReason']);
		const alone = { ...once, attempts: [attempt(0, { input, output })], requests: [] };
		expect(judge(keyed(1), alone)).toEqual([]);
	});
});

describe('for a tool', () => {
	const call = (at: number, to: string, text: string, output: Attempt['output']): Attempt =>
		attempt(at, { run: at, input: [{ to, text }], output });
	const tool = history({ runs: 'engineTool' });

	it('finds the same message, asked for with another form of the number', () => {
		const attempts = [
			call(0, ana, 'T0', [accepted(ana)]),
			call(20, '0033 6 00 00 00 00', 'T0', [accepted(ana)]),
		];
		const requests = [request(1), request(21, { attempt: 1 })];
		expect(rulesOf(tool, { ...once, attempts, requests })).toEqual(['twice']);
	});

	it('finds another message after an unknown outcome', () => {
		const open = [failed('May have been sent: the connection was cut')];
		const attempts = [call(0, ana, 'T0', open), call(20, ana, 'T1', [accepted(ana)])];
		const requests = [request(1, { fault: 'cutAfter' }), request(21, { attempt: 1, taken: [`${ana} T1`] })];
		expect(rulesOf(tool, { ...once, attempts, requests })).toEqual(['afterUnknown']);
	});
});
