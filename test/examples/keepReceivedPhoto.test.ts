import { jsonOf, type RunResult } from '../support/engine';
import { refusing } from './faults';
import { setUpExample } from './setUpExample';

const from = '+33600123456';
const caption = 'The parcel is open';
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 0xd9]);
const file = { mimeType: 'image/jpeg', base64: jpeg.toString('base64') };
const photo = { from, type: 'image', caption, file };

const downloadAsked = 'waba.file.download';
const replyAsked = 'waba.message.sendReply';

/** The photo was saved, with these values beside it. */
function expectSaved(result: RunResult, values: object): void {
	const { data, mimeType } = result.data['Save the photo']?.[0]?.[0]?.binary?.['data'] ?? { data: '' };
	expect({ mimeType, base64: data }).toEqual(file);
	expect(jsonOf(result, 'Save the photo')).toMatchObject([values]);
}

/** What is asked for a photo: once more by the node where a busy machine took longer than the two seconds of the trigger. */
function downloads(result: RunResult): string[] {
	const [{ fileNotDownloaded } = {}] = jsonOf(result, 'Photo received');
	return typeof fileNotDownloaded === 'string' ? [downloadAsked, downloadAsked] : [downloadAsked];
}

describe('the example "keep a received photo"', () => {
	const at = setUpExample('keep-received-photo', { published: 'waba' });

	it('keeps the photo as it came with the event, and answers it', async () => {
		const { messageId, fileId } = await at.harness.receiveByWhatsApp(photo);
		const result = await at.started();
		const receivedAt: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
		expectSaved(result, { from, receivedAt, caption, fileName: `${fileId}.jpg` });
		expect(await at.harness.file(fileId ?? '')).toEqual(jpeg);
		const text = { body: 'Thank you, we have your photo.', preview_url: false };
		expect(await at.harness.sentByWhatsApp()).toEqual([
			{ number: from, content: { type: 'text', text, context: { message_id: messageId } } },
		]);
		expect(await at.harness.asked()).toEqual([...downloads(result), replyAsked]);
	});

	it('fetches the photo afterwards when it did not come with the event', async () => {
		await at.harness.break(refusing(downloadAsked, 503, 1));
		const { fileId } = await at.harness.receiveByWhatsApp(photo);
		const result = await at.started();
		expect(jsonOf(result, 'Photo received')).toMatchObject([{ fileNotDownloaded: expect.any(String) }]);
		expectSaved(result, { from, caption, fileName: `${fileId}.jpg` });
		expect(await at.harness.asked()).toEqual([downloadAsked, downloadAsked, replyAsked]);
	});

	it('never says that it has a photo that it could not get', async () => {
		await at.harness.break(refusing(downloadAsked));
		const { error } = await at.receiveAndFail(photo);
		expect(error?.message).toMatch(/503/);
		// Once by the trigger, three times by the node, which tries a temporary rejection again.
		expect(await at.harness.asked()).toEqual(Array(4).fill(downloadAsked));
	});

	it('takes no damaged photo for one that it has', async () => {
		await at.harness.break({ on: 'file', kind: 'wrong-sha256', times: 0 });
		await at.receiveAndFail(photo);
		expect(await at.harness.sentByWhatsApp()).toEqual([]);
	});

	it('keeps the photo of somebody without a phone number, and does not answer', async () => {
		const fromUserId = 'FR.1234567890';
		const result = await at.receive({ ...photo, from: undefined, fromUserId });
		expectSaved(result, { from: fromUserId });
		expect(await at.harness.asked()).toEqual(downloads(result));
	});

	it('keeps a photo with the caption STOP, and does not answer', async () => {
		await at.harness.receiveByWhatsApp({ ...photo, caption: 'STOP' });
		const result = await at.started();
		expectSaved(result, { from, caption: 'STOP' });
		expect(await at.harness.asked()).toEqual(downloads(result));
	});

	it('starts nothing for a text, and ends at once for a kind that nobody knows', async () => {
		await at.harness.write('waba', { from, type: 'text', text: 'Hello' });
		const result = await at.receive({ from, data: { type: 'order', order: { items: [1] } } });
		expect(jsonOf(result, 'Photo received')).toMatchObject([{ messageType: 'order' }]);
		expect(at.served.executions).toHaveLength(1);
		expect(await at.harness.asked()).toEqual([]);
	});
});
