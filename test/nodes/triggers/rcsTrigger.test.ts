import { serveRcs, status, text, timestamp, typing, webhook } from './rcsServed';
import { closeAll } from './served';
import { isStartedBy } from './webhookServed';

afterEach(closeAll);

describe('the filter', () => {
	const starts = async (parameters: Record<string, string[]>, body: unknown): Promise<boolean> =>
		await isStartedBy(body, await serveRcs(parameters));
	const unknown = webhook('agent_update', { state: 'fine' });

	test.each<[string[], boolean, boolean, boolean]>([
		[[], true, true, true],
		[['incoming_message_text'], true, false, false],
		[['status_update'], false, true, false],
		[['incoming_event'], false, false, true],
		[['incoming_message_text', 'status_update'], true, true, false],
	])(
		'by the events %j lets only these pass, and what nobody knows',
		async (requestTypes, onText, onStatus, onTyping) => {
			await expect(starts({ requestTypes }, text('Hi'))).resolves.toBe(onText);
			await expect(starts({ requestTypes }, status('READ'))).resolves.toBe(onStatus);
			await expect(starts({ requestTypes }, typing())).resolves.toBe(onTyping);
			await expect(starts({ requestTypes }, unknown)).resolves.toBe(true);
		},
	);

	test('by status keeps nothing else out, not even a status without one', async () => {
		const parameters = { requestTypes: [], statuses: ['FAILED'] };
		await expect(starts(parameters, text('Hi'))).resolves.toBe(true);
		await expect(starts(parameters, typing())).resolves.toBe(true);
		await expect(starts(parameters, webhook('status_update', { timestamp }))).resolves.toBe(true);
		await expect(starts(parameters, status('SENT'))).resolves.toBe(false);
	});
});
