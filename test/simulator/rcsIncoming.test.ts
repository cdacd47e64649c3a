import { queued, webhooksOf } from './jsonSupport';
import { AGENT, HELLO, callRcs, sendRcs, startTold, write } from './rcsSupport';
import {
	advance,
	asObject,
	control,
	list,
	onlyMessage,
	simulator,
	start,
	startReceiver,
	state,
} from './support';
import { write as writeByWaba } from './wabaSupport';

it('what a person does by RCS is shown', async () => {
	const data = { type: 'text', ...HELLO };
	const { id } = await write(data);
	const isIn = { channel: 'rcs', direction: 'in', number: '33600123456', agent: { agentId: AGENT } };
	const text = { requestType: 'incoming_message_text', kind: 'text', data, readAt: null };
	expect(await onlyMessage()).toMatchObject({ id, ...isIn, ...text });
	expect(await write({ type: 'event' })).toMatchObject({ id: null });
	expect(await list('messages')).toHaveLength(1);
});

describe('a file that comes in by RCS', () => {
	it.each<[string, object | undefined, string, string]>([
		['a sample', undefined, 'image/png', 'photo.png'],
		['bytes of ones own', { base64: 'JVBERi0=' }, 'application/pdf', 'Reçu.pdf'],
		['as many bytes as wanted', { size: 123_456 }, 'text/html; charset=utf-8', 'a.html'],
	])('can be fetched where the webhook says, without a key: %s', async (_what, bytes, mimeType, fileName) => {
		const receiver = await startTold();
		const given = bytes && { fileName, file: { mimeType, ...bytes } };
		const { fileId, fileUri } = await write({ type: 'file', ...given });
		await advance(0);
		const [webhook] = webhooksOf(receiver);
		expect(webhook?.envelope['requestType']).toBe('incoming_message_file');
		const { payload, ...rest } = webhook?.data ?? {};
		expect(rest).toEqual({ type: 'file', timestamp: '1799838000' });
		const response = await fetch(String(fileUri));
		const fileSizeBytes = (await response.arrayBuffer()).byteLength;
		expect(asObject(payload)).toEqual({ mimeType, fileSizeBytes, fileName, fileUri });
		expect(String(fileUri)).toBe(`${(await simulator()).url}/__sim/rcs/files/${String(fileId)}`);
		expect([response.status, response.headers.get('content-type')]).toEqual([200, mimeType]);
		const disposition = mimeType === 'image/png' ? 'inline' : 'attachment';
		expect(response.headers.get('content-disposition')).toBe(disposition);
		expect(response.headers.get('content-security-policy')).toContain('sandbox');
		expect(await onlyMessage()).toMatchObject({ kind: 'file', text: fileName, fileId });
		expect(await state()).toMatchObject({ counts: { files: 1 } });
	});

	it('can lie elsewhere', async () => {
		const fileUri = 'https://files.example.com/photo.jpg';
		expect(await write({ type: 'file', fileUri })).toMatchObject({ fileId: null, fileUri });
		expect(await state()).toMatchObject({ counts: { files: 0 } });
	});

	it('is forgotten by a reset', async () => {
		const { fileUri } = await write({ type: 'file' });
		await control('POST reset');
		expect((await fetch(String(fileUri))).status).toBe(404);
	});
});

describe('an event that an agent sends', () => {
	const signal = async (event: string, number = '33600123456'): Promise<unknown> =>
		(await callRcs('event', { recipients: [number], event })).body;

	it('READ marks what that person wrote so far, and is answered like a send', async () => {
		await write({ type: 'text', text: 'Hi' });
		await write({ type: 'text', text: 'Hi', from: '33600123457' });
		await advance(5);
		expect(await signal('READ', '+33600123456')).toEqual(queued('+33600123456'));
		await advance(5);
		await signal('READ');
		await write({ type: 'text', text: 'And now?' });
		const written = (await list('messages')).filter(({ direction }) => direction === 'in');
		expect(written.map(({ readAt }) => readAt)).toEqual(['2027-01-13T11:00:05.000Z', null, null]);
		expect(await state()).toMatchObject({ balance: 1_000 });
	});

	it('stands among the messages, so that it can be seen', async () => {
		await signal('IS_TYPING');
		await sendRcs();
		const isOut = { channel: 'rcs', direction: 'out', number: '33600123456', sender: 'MyCompany' };
		expect(await list('messages')).toMatchObject([
			{ ...isOut, kind: 'event', event: 'IS_TYPING', credits: 0 },
			{ kind: 'text', credits: 1 },
		]);
	});

	it('reaches nobody whose phone is refused', async () => {
		expect(await signal('IS_TYPING', '9994123')).toMatchObject({
			recipients: [{ state: 'REJECTED', reason_code: 'NOT_ALLOWED' }],
		});
		expect(await list('messages')).toEqual([]);
	});

	it('cannot be revoked or moved', async () => {
		const { reference } = asObject(await signal('IS_TYPING'));
		expect((await callRcs('revoke', { recipients: ['33600123456'], reference })).status).toBe(202);
		expect((await control('POST rcs/status', { reference, status: 'READ' })).status).toBe(404);
	});
});

it('an RCS webhook goes to an address of its own, beside that of WABA', async () => {
	const [rcs, waba] = [await startReceiver(), await startReceiver()];
	await start({ rcsWebhookUrl: rcs.url, wabaWebhookUrl: waba.url });
	await write({ type: 'text', text: 'By RCS' });
	await writeByWaba({ type: 'text', text: 'By WhatsApp' });
	await advance(0);
	expect(webhooksOf(rcs)).toMatchObject([{ envelope: { requestProd: 'RCS' } }]);
	expect(webhooksOf(waba)).toMatchObject([{ envelope: { requestProd: 'WABA' } }]);
});
