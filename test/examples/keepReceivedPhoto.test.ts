import { jsonOf, type RunResult } from '../support/engine';
import type { Fault } from './exampleHarness';
import { refusing, setUpExample } from './setUpExample';
import { withoutPauses } from '../support/withoutPauses';

withoutPauses();

const from = '+33600123456';
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 0xd9]);
const photo = {
	from,
	type: 'image',
	caption: 'The parcel is open',
	file: { mimeType: 'image/jpeg', base64: jpeg.toString('base64') },
};

const bytesIn = (result: RunResult, node: string) => {
	const { data, mimeType } = result.data[node]?.[0]?.[0]?.binary?.['data'] ?? { data: '' };
	return { mimeType, bytes: Buffer.from(data, 'base64').toString('hex') };
};
const kept = { mimeType: 'image/jpeg', bytes: jpeg.toString('hex') };

const downloadAsked = 'waba.file.download';
const replyAsked = 'waba.message.sendReply';

describe('the example "keep a received photo"', () => {
	const at = setUpExample('keep-received-photo', { published: 'waba' });

	/** The photo cannot be had the first times that it is asked for. */
	const unavailable = (times: number): Fault => refusing(downloadAsked, 503, times);

	/** What is asked for a photo: once more by the node where a busy machine took longer than the two seconds of the trigger. */
	const downloads = (result: RunResult): string[] => {
		const [{ fileNotDownloaded } = {}] = jsonOf(result, 'Photo received');
		return typeof fileNotDownloaded === 'string' ? [downloadAsked, downloadAsked] : [downloadAsked];
	};

	it('keeps the photo as it came with the event, and answers it', async () => {
		const { messageId, fileId } = await at.harness.receiveByWhatsApp(photo);
		const result = await at.started();
		expect(bytesIn(result, 'Save the photo')).toEqual(kept);
		expect(await at.harness.file(fileId ?? '')).toEqual(jpeg);
		expect(jsonOf(result, 'Save the photo')).toMatchObject([
			{
				from,
				receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
				caption: 'The parcel is open',
				fileName: `${fileId}.jpg`,
			},
		]);
		expect(await at.harness.sentByWhatsApp()).toEqual([
			{
				number: from,
				content: {
					type: 'text',
					text: { body: 'Thank you, we have your photo.', preview_url: false },
					context: { message_id: messageId },
				},
			},
		]);
		expect(await at.harness.asked()).toEqual([...downloads(result), replyAsked]);
	});

	it('fetches the photo afterwards when it did not come with the event', async () => {
		await at.harness.break(unavailable(1));
		const { fileId } = await at.harness.receiveByWhatsApp(photo);
		const result = await at.started();
		expect(jsonOf(result, 'Photo received')).toMatchObject([{ fileNotDownloaded: expect.any(String) }]);
		expect(bytesIn(result, 'Save the photo')).toEqual(kept);
		expect(jsonOf(result, 'Save the photo')).toMatchObject([
			{ from, caption: 'The parcel is open', fileName: `${fileId}.jpg` },
		]);
		expect(await at.harness.asked()).toEqual([downloadAsked, downloadAsked, replyAsked]);
	});

	it('never says that it has a photo that it could not get', async () => {
		await at.harness.break(unavailable(0));
		await at.harness.receiveByWhatsApp(photo);
		const result = await at.harness.execution(at.served);
		expect(result.status).toBe('error');
		expect(result.error?.message).toMatch(/503/);
		// Once by the trigger, three times by the node, which tries a temporary rejection again.
		expect(await at.harness.asked()).toEqual(Array(4).fill(downloadAsked));
		expect(await at.harness.sentByWhatsApp()).toEqual([]);
	});

	it('takes no damaged photo for one that it has', async () => {
		await at.harness.break({ on: 'file', kind: 'wrong-sha256', times: 0 });
		await at.harness.receiveByWhatsApp(photo);
		const result = await at.harness.execution(at.served);
		expect(result.status).toBe('error');
		expect(await at.harness.sentByWhatsApp()).toEqual([]);
	});

	it('keeps the photo of somebody without a phone number, and does not answer', async () => {
		await at.harness.receiveByWhatsApp({ ...photo, from: undefined, fromUserId: 'FR.1234567890' });
		const result = await at.started();
		expect(bytesIn(result, 'Save the photo')).toEqual(kept);
		expect(jsonOf(result, 'Save the photo')).toMatchObject([{ from: 'FR.1234567890' }]);
		expect(await at.harness.asked()).toEqual(downloads(result));
	});

	it('starts nothing for a text, and ends at once for a kind that nobody knows', async () => {
		await at.harness.receiveByWhatsApp({ from, type: 'text', text: 'Hello' });
		await at.harness.receiveByWhatsApp({ from, data: { type: 'order', order: { items: [1] } } });
		const result = await at.harness.execution(at.served);
		expect(jsonOf(result, 'Photo received')).toMatchObject([{ messageType: 'order' }]);
		expect(result.status).toBe('success');
		expect(at.served.executions).toHaveLength(1);
		expect(await at.harness.asked()).toEqual([]);
	});
});
