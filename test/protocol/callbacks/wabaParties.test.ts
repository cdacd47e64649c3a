import { read, received, statusUpdate, webhook } from './wabaBodies';

const text = { ...received, type: 'text', text: { body: 'Hello' } };

it('a status without a recipient never names the agent as the one it went to', () => {
	const { from, to } = read(statusUpdate({ recipient_id: undefined, from_user_id: 'FR.123' }));
	expect(to).toBeNull();
	expect(from).toBe(read(webhook(text)).to);
});

it.each([
	['a status update that names no status', statusUpdate({ status: undefined })],
	['a status under a request type that nobody knows', statusUpdate({}, { requestType: 'status_update_2' })],
])('%s goes from the agent to the person', (_, body) => {
	expect(read(body)).toMatchObject({ from: '33700000001', to: '33600123456' });
});

it('a message is from its sender, whatever else it names', () => {
	const { from } = read(webhook({ ...text, recipient_id: '33600999999' }));
	expect(from).toBe(received.from);
});
