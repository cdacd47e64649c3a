/** What a request of an agent's tool is to the log, by the entries of other calls. */
import { hashOf, type LoggedRequest, type MessageIdentity } from '../../../../nodes/engine/sending/storedLog';
import { identityOf, type Known, lookUpAcrossCalls } from '../../../../nodes/engine/sending/toolCalls';
import { exchange } from './exchanges';

const own: MessageIdentity = { request: 'r', recipients: ['ana'], input: 'i' };

interface Row {
	what: string;
	own?: MessageIdentity;
	other: MessageIdentity;
	state?: LoggedRequest['state'];
	/** Which request of its call the other one is; the one that is looked up is the first. */
	index?: number;
	isComplete?: boolean;
	expected: Known['state'];
}

const rows: Row[] = [
	{ what: 'the same message', other: own, expected: 'repeated' },
	{ what: 'the same request', other: { ...own, input: 'j' }, expected: 'repeated' },
	{ what: 'the same input', other: { ...own, request: 's' }, expected: 'repeated' },
	{ what: 'another request and input', other: { ...own, request: 's', input: 'j' }, expected: 'new' },
	{ what: 'other recipients', other: { ...own, recipients: ['ben'] }, expected: 'new' },
	{ what: 'more recipients', other: { ...own, recipients: ['ana', 'ben'] }, expected: 'new' },
	{ what: 'a later request of its call', other: own, index: 1, expected: 'new' },
	{ what: 'a call that goes on', other: own, isComplete: false, expected: 'unknown' },
	{
		what: 'another call that goes on',
		other: { ...own, request: 's', input: 'j' },
		isComplete: false,
		expected: 'new',
	},
	{ what: 'the same, about to leave', other: own, state: 'sending', expected: 'unknown' },
	{
		what: 'the same as a later one that is about to leave',
		other: own,
		state: 'sending',
		index: 1,
		expected: 'unknown',
	},
	{
		what: 'another message to the same person, about to leave',
		other: { ...own, request: 's', input: 'j' },
		state: 'sending',
		expected: 'new',
	},
	{
		what: 'another message to the same person that may have left',
		other: { recipients: ['ben', 'ana'], request: 's', input: 'j' },
		state: 'unknown',
		expected: 'unknown',
	},
	{
		what: 'a message to another person that may have left',
		other: { ...own, recipients: ['ben'] },
		state: 'unknown',
		expected: 'new',
	},
	{
		what: 'a message to a group that may have left',
		other: { ...own, request: 's', input: 'j', recipients: [] },
		state: 'unknown',
		expected: 'unknown',
	},
	{
		what: 'a message to a group, after one to a person that may have left',
		own: { ...own, recipients: [] },
		other: { ...own, request: 's', input: 'j' },
		state: 'unknown',
		expected: 'unknown',
	},
	{
		what: 'a change, after another that may have been carried out',
		own: { request: 'r', input: 'i' },
		other: { request: 's', input: 'i' },
		state: 'unknown',
		expected: 'new',
	},
	{
		what: 'the same change, which may have been carried out',
		own: { request: 'r', input: 'i' },
		other: { request: 'r', input: 'j' },
		state: 'unknown',
		expected: 'unknown',
	},
	{
		what: 'a message, after a change that may have been carried out',
		other: { request: 's', input: 'j' },
		state: 'unknown',
		expected: 'new',
	},
	{
		what: 'a change, after a message to a group that may have been sent',
		own: { request: 'r', input: 'i' },
		other: { request: 's', input: 'j', recipients: [] },
		state: 'unknown',
		expected: 'new',
	},
];

const requestOf = (message: MessageIdentity, state: LoggedRequest['state'] = 'accepted'): LoggedRequest => ({
	state,
	to: '',
	effect: 'send',
	messages: 1,
	message,
});

it.each(rows)('$what: $expected', (row) => {
	const { input, ...message } = row.other;
	const before = Array.from({ length: row.index ?? 0 }, () => requestOf({ request: 'x', recipients: ['x'] }));
	const items = {
		'0:0': {
			requests: [...before, requestOf(message, row.state)],
			messages: 1,
			input,
			...(row.isComplete !== false && row.state === undefined && { output: [] }),
		},
	};
	expect(lookUpAcrossCalls(items, row.own ?? own, 0)).toEqual({ state: row.expected });
});

it('an unknown outcome outweighs an acceptance, in whatever order', () => {
	const { input, ...message } = own;
	const accepted = { requests: [requestOf(message)], messages: 1, input, output: [] };
	const unknown = { requests: [requestOf(message, 'unknown')], messages: 1, input };
	for (const items of [
		{ '0:0': accepted, '1:0': unknown },
		{ '0:0': unknown, '1:0': accepted },
	]) {
		expect(lookUpAcrossCalls(items, own, 0)).toEqual({ state: 'unknown' });
	}
});

it('a request is identified by what goes out, and by each recipient once in any order', () => {
	const identity = identityOf(exchange('send', { to: ['2', '1', '2'], body: 'text' }));
	expect(identity).toEqual({
		request: hashOf('sms\nPOST\n/1.1/api.php\ntext'),
		recipients: [hashOf('1'), hashOf('2')].sort(),
	});
	expect(identityOf(exchange('send', { to: ['1', '2'], body: 'text' }))).toEqual(identity);
	expect(identityOf(exchange('send')).recipients).toEqual([]);
	expect(identityOf(exchange('change', { to: ['1'] }))).not.toHaveProperty('recipients');
	const request = { api: 'sms', method: 'GET', path: '/', headers: {} } as const;
	expect(identityOf({ ...exchange('change'), request }).request).toBe(hashOf('sms\nGET\n/\n'));
});
