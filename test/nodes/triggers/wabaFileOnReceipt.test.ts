import { smsboxAccess } from '../../support/smsbox';
import { onReceiptBed, fileAnswer, tooLate } from './onReceiptBed';
import { ok } from './served';
import { agent, image, serveWaba } from './wabaServed';

const bed = onReceiptBed();

describe('a file that is downloaded at once', () => {
	const parameters = { onReceipt: ['downloadFiles'] };

	test.each(['raw', 'both'])('comes with the output %s too', async (output) => {
		const { post, items } = await bed.serve({ ...parameters, output }, () => fileAnswer());
		await expect(post(image())).resolves.toEqual(ok);
		expect(items()[0]?.binary).toHaveProperty('data');
	});

	test('is left out when the service cannot be reached, and the event passes', async () => {
		const { post, items, service } = await bed.serve(parameters, () => fileAnswer());
		await service.close();
		await expect(post(image())).resolves.toEqual(ok);
		expect(items()[0]?.json.fileNotDownloaded).toBe('Not sent: the host refused the connection');
	});

	test('is left out when it comes byte by byte, and its connection is given up', async () => {
		const { url, givenUp } = await bed.drip();
		const { post, items } = await serveWaba({ ...agent, ...parameters }, smsboxAccess(url));
		await expect(post(image())).resolves.toEqual(ok);
		expect(items()[0]?.json.fileNotDownloaded).toBe(tooLate);
		await givenUp;
	});
});
