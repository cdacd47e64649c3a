import { smsboxAccess } from '../../support/smsbox';
import { atOnceBed, fileAnswer, photoAnswer, tooLate } from './atOnceBed';
import { file, serveRcs } from './rcsServed';
import { ok } from './served';
import { image, serveWaba } from './wabaServed';

const bed = atOnceBed();

/** A file is fetched from an address of its own for RCS, and from the service by its ID for WABA. */
const channels = [
	{
		channel: 'WABA',
		serve: serveWaba,
		webhook: () => image(),
		dripped: { type: 'application/json', byte: ' ' },
		answer: fileAnswer(),
	},
	{
		channel: 'RCS',
		serve: serveRcs,
		webhook: (url: string) => file(`${url}/photo`),
		dripped: { type: 'image/jpeg', byte: '.' },
		answer: photoAnswer,
	},
];

describe.each(channels)('a file of $channel that is downloaded at once', (channel) => {
	const { webhook } = channel;
	const parameters = { atOnce: ['downloadFiles'] };

	test.each(['raw', 'both'])('comes with the output %s too', async (output) => {
		const { post, items, host } = await bed.serve(
			channel.serve,
			{ ...parameters, output },
			() => channel.answer,
		);
		await expect(post(webhook(host.url))).resolves.toEqual(ok);
		expect(items()[0]?.binary).toHaveProperty('data');
	});

	test('is left out when its host cannot be reached, and the event passes', async () => {
		const { post, items, host } = await bed.serve(channel.serve, parameters, () => channel.answer);
		await host.close();
		await expect(post(webhook(host.url))).resolves.toEqual(ok);
		expect(items()[0]?.json.fileNotDownloaded).toBe('Not sent: the host refused the connection');
	});

	test('is left out when it comes byte by byte, and its connection is given up', async () => {
		const { url, givenUp } = await bed.drip(channel.dripped.type, channel.dripped.byte);
		const { post, items } = await channel.serve(parameters, smsboxAccess(url));
		await expect(post(webhook(url))).resolves.toEqual(ok);
		expect(items()[0]?.json.fileNotDownloaded).toBe(tooLate);
		await givenUp;
	});
});
