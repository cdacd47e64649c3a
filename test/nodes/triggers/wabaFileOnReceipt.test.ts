import { dripForEachTest } from '../../support/drip';
import { smsboxAccess } from '../../support/smsbox';
import { onReceiptHarness, fileAnswer, tooLate } from './onReceiptHarness';
import { ok } from './served';
import { agent, image, message, serveWaba } from './wabaServed';

const harness = onReceiptHarness();
const drip = dripForEachTest();

describe('a file that is downloaded at once', () => {
	const parameters = { onReceipt: ['downloadFiles'] };

	test.each(['raw', 'both'])('comes with the output %s too', async (output) => {
		const { post, items } = await harness.serve({ ...parameters, output }, () => fileAnswer());
		await expect(post(image())).resolves.toEqual(ok);
		expect(items()[0]?.binary).toHaveProperty('data');
	});

	test('has no token of a question in its name', async () => {
		const token = `nonce=abcdefghijklmnopx4Yj&button=1&signature=${'a'.repeat(64)}`;
		const { post, items } = await harness.serve(parameters, () => fileAnswer());
		await post(message({ type: 'document', document: { id: '1234', filename: `/17/a?${token}.pdf` } }));
		expect(items()[0]?.binary).toMatchObject({
			data: { fileName: '_17_a?nonce=&button=1&signature=.pdf' },
		});
		expect(JSON.stringify(items())).not.toMatch(/nonce=\w|signature=\w/);
	});

	test('is left out when the service cannot be reached, and the event passes', async () => {
		const { post, items, service } = await harness.serve(parameters, () => fileAnswer());
		await service.close();
		await expect(post(image())).resolves.toEqual(ok);
		expect(items()[0]?.json.fileNotDownloaded).toBe('Not sent: the host refused the connection');
	});

	test('is left out when it comes byte by byte, and its connection is given up', async () => {
		const { url, givenUp } = await drip(harness.controlTime());
		const { post, items } = await serveWaba({ ...agent, ...parameters }, smsboxAccess(url));
		await expect(post(image())).resolves.toEqual(ok);
		expect(items()[0]?.json.fileNotDownloaded).toBe(tooLate);
		await givenUp;
	});
});
