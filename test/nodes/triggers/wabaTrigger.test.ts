import { closeAll } from './served';
import { image, message, received, serveWaba, status, text, webhook } from './wabaServed';
import { isStartedBy } from './webhookServed';

afterEach(closeAll);

describe('the filter', () => {
	const starts = async (parameters: Record<string, string[]>, body: unknown): Promise<boolean> =>
		await isStartedBy(body, await serveWaba(parameters));
	const error = webhook('incoming_error', { ...received, errors: [] });
	test.each<[string[], string, boolean]>([
		[[], 'text', true],
		[['text', 'image'], 'image', true],
		[['text'], 'reaction', false],
		[['interactive'], 'button', false],
		[['text'], 'hologram', true],
	])('by type %j, for %s: %p', async (messageTypes, type, started) => {
		await expect(starts({ messageTypes }, message({ type }))).resolves.toBe(started);
	});

	test('by type keeps no status out, and by status no message', async () => {
		const parameters = { requestTypes: [], messageTypes: ['text'], statuses: ['failed'] };
		await expect(starts(parameters, status('failed'))).resolves.toBe(true);
		await expect(starts(parameters, text('Hi'))).resolves.toBe(true);
		await expect(starts(parameters, status('sent'))).resolves.toBe(false);
		await expect(starts(parameters, image())).resolves.toBe(false);
		await expect(starts(parameters, error)).resolves.toBe(true);
	});
});
