import { createHash } from 'node:crypto';
import { FileStore, generatedBytes, givenBytes } from '../../simulator/src/json/files';
import { webhooksOf } from './jsonSupport';
import { advance, asObject, control, fetchFrom, list, ofMessages, onlyMessage, state } from './support';
import { callWaba, startTold, write } from './wabaSupport';

const WAMID = 'wamid.HBgLMzM2MDAxMjM0NTYVAgASGBQA==';

describe('a message that comes in', () => {
	it('is shown', async () => {
		await write({ type: 'button_reply', id: 'yes', title: 'Yes', replyTo: WAMID });
		const isIn = { channel: 'waba', direction: 'in', number: '33600123456' };
		expect(await onlyMessage()).toMatchObject({ ...isIn, kind: 'interactive', readAt: null });
	});

	it('can be raw in every way, and is shown all the same', async () => {
		const file = { type: 'image', image: { id: 7 } };
		for (const data of [{ type: { toString: [] } }, { type: 5 }, file, { text: null }]) await write({ data });
		expect(await ofMessages('kind')).toEqual(['', '', 'image', '']);
		expect(await ofMessages('fileId')).toEqual([null, null, null, null]);
	});
});

it('an incoming error has the words that are asked for', async () => {
	const receiver = await startTold();
	const error = { code: 7, title: 'T', details: 'D' };
	await control('POST waba/error', { from: '33600123456', error });
	await advance(0);
	expect(webhooksOf(receiver)[0]?.data['errors']).toEqual([
		{ code: 7, title: 'T', message: 'T', error_data: { details: 'D' } },
	]);
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function retrieve(file_id: unknown): Promise<Record<string, unknown>> {
	const { status, body } = await callWaba('file', { file_id });
	const response = { response_code: '200', response_desc: 'Request successfully processed.' };
	expect({ status, ...body }).toMatchObject({ status: 200, response, details: 'Done.' });
	return asObject(body['data']);
}

const decoded = (raw: unknown): Buffer => Buffer.from(String(raw).replace(/^data:.*?,/, ''), 'base64');

/** A file as the page shows it. */
const shown = async (fileId: unknown, method = 'GET'): Promise<Response> =>
	await fetchFrom(`/__sim/waba/files/${String(fileId)}`, { method });
const bytesShown = async (fileId: unknown) => Buffer.from(await (await shown(fileId)).arrayBuffer());

describe('a file that comes in', () => {
	const named = { filename: 'été.txt', caption: 'C' };
	it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
		['image', { caption: 'My parcel' }, { mime_type: 'image/png', caption: 'My parcel' }],
		['image', { file: { mimeType: 'image/jpeg' } }, { mime_type: 'image/jpeg' }],
		['video', {}, { mime_type: 'video/mp4' }],
		['audio', {}, { mime_type: 'audio/ogg; codecs=opus' }],
		['document', {}, { mime_type: 'application/pdf', filename: 'document.pdf' }],
		['document', { ...named, file: { mimeType: 'text/plain' } }, { mime_type: 'text/plain', ...named }],
	])('as %s with %j is told of, and can be retrieved', async (type, given, expected) => {
		const receiver = await startTold();
		const { fileId } = await write({ type, ...given });
		await advance(0);
		const data = webhooksOf(receiver)[0]?.data;
		const file = await retrieve(fileId);
		const bytes = decoded(file['raw']);
		expect(bytes.length).toBeGreaterThan(100);
		expect(data?.['type']).toBe(type);
		expect(data?.[type]).toEqual({ id: fileId, sha256: sha256(bytes), ...expected });
		expect(fileId).toMatch(/^\d+$/);
		expect(await state()).toMatchObject({ counts: { files: 1, messages: 1 } });
		expect(file).toEqual({
			mime_type: expected['mime_type'],
			sha256: sha256(bytes),
			file_size: bytes.length,
			raw: `data:${String(expected['mime_type'])};base64,${bytes.toString('base64')}`,
		});
	});

	it('keeps its bytes', async () => {
		const bytes = Buffer.from([0, 255, 128, 10, 13, 34, 92]);
		const { fileId } = await write({ type: 'image', file: { base64: bytes.toString('base64') } });
		expect(decoded((await retrieve(fileId))['raw'])).toEqual(bytes);
		expect(await bytesShown(fileId)).toEqual(bytes);
	});

	it.each([0, 1, 2, 3, 49_151, 49_152, 49_153, 98_305, 1_000_000])(
		'has %i bytes where so many are asked for',
		async (size) => {
			const { fileId } = await write({ type: 'document', file: { size } });
			const file = await retrieve(fileId);
			const bytes = decoded(file['raw']);
			expect(bytes).toHaveLength(size);
			expect(file).toMatchObject({ file_size: size, sha256: sha256(bytes) });
			expect(file['raw']).toBe(`data:application/pdf;base64,${bytes.toString('base64')}`);
			expect(sha256(await bytesShown(fileId))).toBe(sha256(bytes));
		},
	);

	it('can have 100 MB', async () => {
		const size = 100 * 1024 * 1024;
		const { fileId } = await write({ type: 'document', file: { size } });
		expect((await shown(fileId, 'HEAD')).headers.get('content-length')).toBe(String(size));
	});

	it('is in the log with the beginning of its bytes', async () => {
		const { fileId } = await write({ type: 'document', file: { size: 1_000_000 } });
		await retrieve(fileId);
		const [entry] = await list('requests');
		expect(String(asObject(entry?.['reply'])['body']).length).toBeLessThan(11_000);
	});

	it('is not found where there is none of that ID', async () => {
		const body = { response: { response_code: '404' }, error: 'Invalid file_id value (not found).' };
		expect(await callWaba('file', { file_id: '1' })).toMatchObject({ status: 404, body });
		expect((await shown('1')).status).toBe(404);
	});

	it('is shown as a picture where it is one, and can else only be saved', async () => {
		const headersOf = async (mimeType: string): Promise<(string | null)[]> => {
			const { fileId } = await write({ type: 'image', file: { mimeType } });
			const { headers } = await shown(fileId);
			expect(headers.get('content-security-policy')).toContain('sandbox');
			return [headers.get('content-type'), headers.get('content-disposition')];
		};
		expect(await headersOf('image/png')).toEqual(['image/png', 'inline']);
		for (const mimeType of ['text/html', 'image/svg+xml'])
			expect(await headersOf(mimeType)).toEqual(['application/octet-stream', 'attachment']);
	});
});

it('a file that is wrong is so only where the fault fits, and an unknown fault is an error in words', async () => {
	const { fileId } = await write({ type: 'image' });
	const faults = [{ on: 'file', kind: 'wrong-size', match: { mime_type: 'video/mp4' } }];
	await control('PUT faults', { faults });
	const file = await retrieve(fileId);
	expect(decoded(file['raw'])).toHaveLength(Number(file['file_size']));
	const body = { error: expect.stringContaining('wrong-sha256') };
	const lost = [{ on: 'file', kind: 'lost' }];
	expect(await control('PUT faults', { faults: lost })).toMatchObject({ status: 400, body });
});

it('the files kept are forgotten, the oldest first, over their number or 64 MB; generated ones take no room', () => {
	const files = new FileStore(3);
	for (const id of ['1', '2', '3', '4']) files.add(id, 'image/png', generatedBytes(5_000_000));
	expect(['1', '2', '3', '4'].filter((id) => files.find(id) !== undefined)).toEqual(['2', '3', '4']);
	const heavy = givenBytes(Buffer.alloc(40 * 1024 * 1024));
	files.add('5', 'image/png', heavy);
	files.add('6', 'image/png', heavy);
	expect([files.find('5'), files.find('6')?.size]).toEqual([undefined, heavy.size]);
});
