import { itemOf } from '../../../nodes/engine/webhook/output';

/** The order of members is that of the columns in n8n's tables. */
const columnsOf = (event: { eventId: string }, output = 'simplified'): string[] =>
	Object.keys(itemOf(event, () => ({ sent: 'as it was' }), output));

const status = { name: 'Received', final: true };

describe('the item of an event', () => {
	it('begins with the recipient and the status of a sent message', () => {
		const event = { channel: 'sms', eventId: '1', from: null, to: '+33600123456', reference: '2', status };
		expect(columnsOf(event)).toEqual(['to', 'status', 'channel', 'eventId', 'from', 'reference']);
		expect(columnsOf(event, 'both')).toEqual([...columnsOf(event), 'raw']);
		expect(itemOf(event, () => ({}), 'simplified')).toEqual(event);
	});

	it('begins with the sender and the text of a received message', () => {
		const event = { channel: 'sms', eventId: '1', from: '+33600123456', to: '36180', text: 'Yes' };
		expect(columnsOf(event)).toEqual(['from', 'text', 'channel', 'eventId', 'to']);
	});

	it('begins with the sender where there is no text', () => {
		const event = { channel: 'rcs', eventId: '1', from: '+33600123456', to: 'agent' };
		expect(columnsOf(event)).toEqual(['from', 'channel', 'eventId', 'to']);
	});

	it('keeps the order of what was sent', () => expect(columnsOf({ eventId: '1' }, 'raw')).toEqual(['sent']));
});
