import type { INodeParameters } from 'n8n-workflow';

import type { Reaction, ScriptedServer } from '../../support/httpServer';
import { listenToLogs } from '../../support/instance';
import { atOnceBed, key, photo, photoAnswer, tooLate, type React } from './atOnceBed';
import { file, message, serveRcs, status, text, typing } from './rcsServed';
import { ok, refusal } from './served';
import type { ServedWebhooks } from './webhookServed';

const bed = atOnceBed();

/** A host of files, and the trigger with a credential for it. */
const serve = async (
	react: React = () => photoAnswer,
	more: INodeParameters = {},
): Promise<ServedWebhooks & { host: ScriptedServer }> =>
	await bed.serve(serveRcs, { atOnce: ['downloadFiles'], ...more }, react);

describe('a file that is downloaded at once', () => {
	test('comes out as binary data, and its host never sees the key', async () => {
		const { post, items, host } = await serve();
		await expect(post(file(`${host.url}/photo?token=%C3%A9`))).resolves.toEqual(ok);
		expect(host.requests).toMatchObject([{ method: 'GET', path: '/photo?token=%C3%A9' }]);
		expect(JSON.stringify(host.requests)).not.toContain(key);
		expect(host.requests[0]?.headers).not.toHaveProperty('authorization');
		const [item] = items();
		expect(item?.json).toMatchObject({ kind: 'file', file: { url: `${host.url}/photo?token=%C3%A9` } });
		expect(item?.json).not.toHaveProperty('fileNotDownloaded');
		expect(item?.binary?.data).toMatchObject({ mimeType: 'image/jpeg', fileName: 'photo.jpg' });
		expect(Buffer.from(item?.binary?.data?.data ?? '', 'base64')).toEqual(photo);
	});

	test.each([
		[{ fileName: 'Été 7 €.pdf', mimeType: 'application/pdf' }, 'Été 7 €.pdf', 'application/pdf'],
		[{ fileName: '../../etc/passwd' }, '.._.._etc_passwd', 'image/jpeg'],
		[{ fileName: undefined }, 'file.jpg', 'image/jpeg'],
		[{ fileName: '..', mimeType: undefined }, 'file.png', 'image/png'],
		[{ fileName: undefined, mimeType: 'a\r\nb' }, 'file.png', 'image/png'],
	])('that comes with %j is named %s, of the type %s', async (said, fileName, mimeType) => {
		const { post, items, host } = await serve();
		await expect(post(file(`${host.url}/photo`, said))).resolves.toEqual(ok);
		expect(items()[0]?.binary?.data).toMatchObject({ fileName, mimeType });
	});

	test('of which nobody says a type is bytes', async () => {
		const { post, items, host } = await serve(() => ({ body: photo }));
		const unsaid = { fileName: undefined, mimeType: undefined };
		await expect(post(file(`${host.url}/photo`, unsaid))).resolves.toEqual(ok);
		expect(items()[0]?.binary?.data).toMatchObject({
			fileName: 'file.bin',
			mimeType: 'application/octet-stream',
		});
	});

	test('of another size than announced comes as it is', async () => {
		const { post, items, host } = await serve();
		await expect(post(file(`${host.url}/photo`, { fileSizeBytes: 5_000 }))).resolves.toEqual(ok);
		const [item] = items();
		expect(item?.json).toMatchObject({ file: { size: 5_000 } });
		expect(Buffer.from(item?.binary?.data?.data ?? '', 'base64')).toEqual(photo);
	});

	test.each<[string, unknown]>([
		['a text', text('Hi')],
		['a file without an address', message('file', { payload: { mimeType: 'image/jpeg' } })],
		['a status', status('READ')],
		['somebody typing', typing()],
	])('is not looked for in %s', async (_what, body) => {
		const { post, items, host } = await serve(undefined, { requestTypes: [] });
		await expect(post(body)).resolves.toEqual(ok);
		expect(items()).toHaveLength(1);
		expect(items()[0]?.json).not.toHaveProperty('fileNotDownloaded');
		expect(host.requests).toEqual([]);
	});

	test('is fetched once where its message is repeated, and not at all where it is kept out or refused', async () => {
		const { post, items, host } = await serve();
		const body = file(`${host.url}/photo`);
		for (const call of [body, body]) await expect(post(call)).resolves.toEqual(ok);
		expect(items()).toHaveLength(1);
		expect(host.requests).toHaveLength(1);

		const filtered = await serve(undefined, { requestTypes: ['incoming_message_text'] });
		await expect(filtered.post(file(`${filtered.host.url}/photo`))).resolves.toEqual(ok);
		expect(filtered.host.requests).toEqual([]);

		const closed = await serve(undefined, { options: { sourceAddresses: 'service' } });
		await expect(closed.post(file(`${closed.host.url}/photo`))).resolves.toEqual(refusal);
		expect(closed.host.requests).toEqual([]);
	});
});

describe('a file is left out, and the event passes with its address,', () => {
	test.each<[string, Reaction, string]>([
		[
			'when its host sends away',
			{ status: 302, headers: { location: '/elsewhere' } },
			'Its address leads on to another one, which is not followed',
		],
		[
			'when it is not there',
			{ status: 404, body: 'secret' },
			'No usable answer: its host answered with HTTP 404',
		],
		['when its host fails', { status: 500 }, 'No usable answer: its host answered with HTTP 500'],
		['when the connection is cut', 'cut', 'No usable answer: the connection was cut'],
		[
			'when only a part of it comes',
			{ body: photo, headers: { 'content-length': '5000', connection: 'close' } },
			'No usable answer: the connection was cut',
		],
		['when nothing comes', 'hang', tooLate],
	])('%s', async (_what, reaction, reason) => {
		const { post, items, host } = await serve(() => reaction);
		await expect(post(file(`${host.url}/photo`))).resolves.toEqual(ok);
		const [item] = items();
		expect(item?.json).toMatchObject({ file: { url: `${host.url}/photo` }, fileNotDownloaded: reason });
		expect(item).not.toHaveProperty('binary');
		expect(host.requests).toHaveLength(1);
	});

	test('when it is too large', async () => {
		const { post, items, host } = await serve(() => ({ body: Buffer.alloc(25 * 1024 * 1024) }));
		await expect(post(file(`${host.url}/film`))).resolves.toEqual(ok);
		expect(items()[0]?.json.fileNotDownloaded).toMatch(/^It is larger than 24 MB|longer than 2 seconds$/);
		expect(items()[0]).not.toHaveProperty('binary');
	});

	test('when its address leads to another port of the inner network, which nobody asks', async () => {
		const { post, items, host } = await serve();
		const inner = await bed.host(() => photoAnswer);
		for (const address of [`${inner.url}/photo`, inner.url.replace('127.0.0.1', 'localhost'), 'nothing']) {
			await expect(post(file(address))).resolves.toEqual(ok);
		}
		expect(items().map(({ json }) => json.fileNotDownloaded)).toEqual(
			Array(3).fill('Its address is not opened, as it does not begin with https:// and a public host'),
		);
		expect([...inner.requests, ...host.requests]).toEqual([]);
	});

	test('when a redirect would lead there', async () => {
		const inner = await bed.host(() => photoAnswer);
		const { post, items, host } = await serve(() => ({ status: 307, headers: { location: inner.url } }));
		await expect(post(file(`${host.url}/photo`))).resolves.toEqual(ok);
		expect(items()[0]?.json.fileNotDownloaded).toMatch(/not followed$/);
		expect(inner.requests).toEqual([]);
	});

	test('when there is no credential, and the address is an inner one', async () => {
		const host = await bed.host(() => photoAnswer);
		const { post, items } = await serveRcs({ atOnce: ['downloadFiles'] });
		await expect(post(file(`${host.url}/photo`))).resolves.toEqual(ok);
		expect(items()[0]?.json.fileNotDownloaded).toMatch(/^Its address is not opened/);
		expect(host.requests).toEqual([]);
	});

	test('without its address, the key, the number or a text in the log', async () => {
		const { logs, stop } = listenToLogs();
		const { post, items, host } = await serve(() => ({ status: 500, body: `${key} 33600123456` }));
		await expect(post(file(`${host.url}/photo?token=secret`, { fileName: 'secret.jpg' }))).resolves.toEqual(
			ok,
		);
		stop();
		const ours = logs.filter((entry) => entry.message.startsWith('SMSBOX'));
		expect(ours).toHaveLength(1);
		expect(JSON.stringify(ours)).not.toMatch(/secret|33600123456|token/);
		expect(items()[0]?.json.fileNotDownloaded).not.toMatch(/secret|33600123456/);
	});
});
