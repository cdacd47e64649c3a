import { message, payload, read, statusUpdate, text, webhook } from './rcsBodies';

const again = { requestDate: '2024-06-01T14:15:00+02:00' };
const againUnderAnotherId = { ...again, requestUUID: '00000000-0000-4000-8000-000000000000' };
const idOf = (body: unknown) => read(body).eventId;

describe('the eventId of a webhook', () => {
	it('is the same for the same status sent again, under another request id', () =>
		expect(idOf(statusUpdate({}, againUnderAnotherId))).toBe(idOf(statusUpdate())));

	it.each<[string, (changes?: object) => object]>([
		['text', (changes) => text('Hi', changes)],
		['reply', (changes) => message('reply', { text: 'Yes', postbackData: 'yes' }, changes)],
		['file', (changes) => message('file', { payload }, changes)],
		['event', (changes) => webhook('incoming_event', { type: 'event', eventType: 'IS_TYPING' }, changes)],
	])('is the same for the same %s sent again, and another for an equal one', (_, body) => {
		expect(idOf(body(again))).toBe(idOf(body()));
		expect(idOf(body(againUnderAnotherId))).not.toBe(idOf(body()));
	});

	it('differs for each status, person, time, agent and reference of a message', () => {
		const ids = [
			statusUpdate(),
			statusUpdate({ eventType: 'DELIVERED' }),
			statusUpdate({ timestamp: '1719576001' }),
			statusUpdate({ reason: 'é' }),
			statusUpdate({}, { msisdn: '+33600123457' }),
			statusUpdate({}, { agentId: 'another_agent' }),
			statusUpdate({}, { reference: '123456789013' }),
			statusUpdate({}, { requestType: 'status_update_2' }),
		].map(idOf);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it.each([
		['reference', {}, { reference: undefined }],
		['person', {}, { msisdn: undefined }],
		['status', { eventType: undefined }, {}],
		['time', { timestamp: undefined }, {}],
	])('never takes one status for another where there is no %s', (_, data, changes) => {
		const first = idOf(statusUpdate(data, changes));
		expect(idOf(statusUpdate(data, changes))).toBe(first);
		expect(idOf(statusUpdate(data, { ...changes, ...againUnderAnotherId }))).not.toBe(first);
	});

	it('does not change from one version of this package to the next', () =>
		expect(idOf(statusUpdate({ tags: ['a', { b: 'é' }] }))).toBe('72a4db66985668b6da1bddeb8f937bfd'));

	it('never takes one event for another where the request has no id', () => {
		const anonymous = { requestUUID: undefined };
		expect(idOf(text('Hi', anonymous))).toBe(idOf(text('Hi', anonymous)));
		expect(idOf(text('Hi', { ...anonymous, ...again }))).not.toBe(idOf(text('Hi', anonymous)));
	});

	it('depends on the order of members only in an event that is longer than any documented one', () => {
		const [long, longer] = [15_000, 20_000].map((length) => 'x'.repeat(length));
		const other = (content: string | undefined) => [
			idOf(statusUpdate({ tags: { a: content, b: 1 } })),
			idOf(statusUpdate({ tags: { b: 1, a: content } })),
		];
		expect(new Set(other(long)).size).toBe(1);
		expect(new Set(other(longer)).size).toBe(2);
	});
});
