import { read, received, statusUpdate, webhook } from './wabaBodies';

const text = { ...received, type: 'text', text: { body: 'Hello' } };
const again = {
	requestUUID: '00000000-0000-4000-8000-000000000000',
	requestDate: '2024-06-01T14:15:00+02:00',
};
const idOf = (body: unknown) => read(body).eventId;

describe('the eventId of a webhook', () => {
	it.each([
		['message', webhook(text), webhook(text, again)],
		['status', statusUpdate({}), statusUpdate({}, again)],
		[
			'error',
			webhook({ ...received, errors: [] }, { requestType: 'incoming_error' }),
			webhook({ ...received, errors: [] }, { requestType: 'incoming_error', ...again }),
		],
	])('is the same for the same %s sent again, under another request id', (_, first, second) => {
		expect(idOf(second)).toBe(idOf(first));
	});

	it('is the same without an id where the request id is the same, whenever it was sent', () => {
		const data = { note: 'été' };
		const later = { requestDate: '2024-06-01T14:15:00+02:00' };
		expect(idOf(webhook(data, later))).toBe(idOf(webhook(data)));
		expect(idOf(webhook({ note: 'autre' }))).not.toBe(idOf(webhook(data)));
	});

	it.each([
		['another message', webhook({ ...text, id: 'wamid.def' })],
		['another text', webhook({ ...text, text: { body: 'Hello!' } })],
		['another type', webhook(text, { requestType: 'incoming_error' })],
		['another agent', webhook(text, { wabaId: '10000009' })],
		['another number', webhook(text, { phoneId: '20000009' })],
	])('differs for %s', (_, other) => expect(idOf(other)).not.toBe(idOf(webhook(text))));

	it('differs for each status, recipient, time and reference of a message', () => {
		const ids = [
			statusUpdate({}),
			statusUpdate({ status: 'read' }),
			statusUpdate({ recipient_id: '33600123457' }),
			statusUpdate({ timestamp: '1719576001' }),
			statusUpdate({ id: 'wamid.other' }),
			statusUpdate({}, { reference: 123456789013 }),
			statusUpdate({ status: 'failed', errors: [{ code: 1 }] }),
			statusUpdate({ status: 'failed', errors: [{ code: 2 }] }),
			statusUpdate({ status: 'failed' }, { errors: [{ code: 2 }] }),
			statusUpdate({ status: 'failed' }, { errors: [{ code: 3 }] }),
		].map(idOf);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('does not change from one version of this package to the next', () => {
		expect(idOf(webhook({ ...text, text: { body: 'Été €' }, tags: ['a', { b: 1 }] }))).toBe(
			'f70751178c19eadcbe709ec258d140c5',
		);
	});

	it('never takes one event for another where there is no id at all', () => {
		const anonymous = { requestUUID: undefined };
		const later = { ...anonymous, requestDate: '2024-06-01T14:15:00+02:00' };
		expect(idOf(webhook({ note: 'x' }, later))).not.toBe(idOf(webhook({ note: 'x' }, anonymous)));
		expect(idOf(webhook({ note: 'x' }, later))).toBe(idOf(webhook({ note: 'x' }, later)));
	});

	it('never takes one event for another where there is no id of a message', () => {
		for (const data of [null, {}, 'x', { status: 'x' }]) {
			expect(idOf(webhook(data, again))).not.toBe(idOf(webhook(data)));
			expect(idOf(webhook(data))).toBe(idOf(webhook(data)));
		}
	});
});
