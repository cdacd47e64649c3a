import { createHash } from 'node:crypto';

import { FileStore, base64Of, generatedBytes, givenBytes, wholeFile } from '../../simulator/src/json/files';
import { WabaStore } from '../../simulator/src/waba/store';
import type { WabaMessage } from '../../simulator/src/waba/message';
import { webhooksOf } from './jsonSupport';
import { advance, asObject, control, list, state, fetchFrom } from './support';
import { callWaba, startTold, write } from './wabaSupport';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function retrieve(file_id: unknown): Promise<Record<string, unknown>> {
	const { status, body } = await callWaba('file', { file_id });
	expect(status).toBe(200);
	expect(body).toMatchObject({
		response: { response_code: '200', response_desc: 'Request successfully processed.' },
		details: 'Done.',
	});
	return asObject(body['data']);
}

const decoded = (raw: unknown): Buffer => Buffer.from(String(raw).replace(/^data:.*?,/, ''), 'base64');

describe('a file that comes in', () => {
	it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
		['image', { caption: 'My parcel' }, { mime_type: 'image/png', caption: 'My parcel' }],
		['image', { file: { mimeType: 'image/jpeg' } }, { mime_type: 'image/jpeg' }],
		['video', {}, { mime_type: 'video/mp4' }],
		['audio', {}, { mime_type: 'audio/ogg; codecs=opus' }],
		['document', {}, { mime_type: 'application/pdf', filename: 'document.pdf' }],
		[
			'document',
			{ filename: 'été.txt', caption: 'C', file: { mimeType: 'text/plain' } },
			{ mime_type: 'text/plain', filename: 'été.txt', caption: 'C' },
		],
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
		const shown = await fetchFrom(`/__sim/waba/files/${String(fileId)}`);
		expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
	});

	it.each([0, 1, 2, 3, 49_151, 49_152, 49_153, 98_305, 1_000_000])(
		'has %i bytes where so many are asked for',
		async (size) => {
			const { fileId } = await write({ type: 'document', file: { size } });
			const file = await retrieve(fileId);
			expect(file['file_size']).toBe(size);
			expect(decoded(file['raw'])).toHaveLength(size);
			expect(file['sha256']).toBe(sha256(decoded(file['raw'])));
		},
	);

	it('can have 100 MB, no more', async () => {
		const size = 100 * 1024 * 1024;
		const { fileId } = await write({ type: 'document', file: { size } });
		const shown = await fetchFrom(`/__sim/waba/files/${String(fileId)}`, { method: 'HEAD' });
		expect(shown.headers.get('content-length')).toBe(String(size));
		const message = { from: '33600123456', type: 'document', file: { size: size + 1 } };
		expect(await control('POST waba/incoming', message)).toMatchObject({ status: 400 });
	});

	it('is in the log with the beginning of its bytes', async () => {
		const { fileId } = await write({ type: 'document', file: { size: 1_000_000 } });
		await retrieve(fileId);
		const [entry] = await list('requests');
		expect(String(asObject(entry?.['reply'])['body']).length).toBeLessThan(11_000);
	});

	it('is not found where there is none of that ID', async () => {
		expect(await callWaba('file', { file_id: '1' })).toMatchObject({
			status: 404,
			body: { response: { response_code: '404' }, error: 'Invalid file_id value (not found).' },
		});
		expect((await fetchFrom('/__sim/waba/files/1')).status).toBe(404);
	});

	it('is shown as a picture where it is one, and can else only be saved', async () => {
		const headersOf = async (mimeType: string): Promise<(string | null)[]> => {
			const { fileId } = await write({ type: 'image', file: { mimeType } });
			const { headers } = await fetchFrom(`/__sim/waba/files/${String(fileId)}`);
			expect(headers.get('content-security-policy')).toContain('sandbox');
			return [headers.get('content-type'), headers.get('content-disposition')];
		};
		expect(await headersOf('image/png')).toEqual(['image/png', 'inline']);
		for (const mimeType of ['text/html', 'image/svg+xml'])
			expect(await headersOf(mimeType)).toEqual(['application/octet-stream', 'attachment']);
	});
});

describe('a file that is wrong', () => {
	it('only where the fault fits, and an unknown fault is an error in words', async () => {
		const { fileId } = await write({ type: 'image' });
		const faults = [{ on: 'file', kind: 'wrong-size', match: { mime_type: 'video/mp4' } }];
		await control('PUT faults', { faults });
		const file = await retrieve(fileId);
		expect(decoded(file['raw'])).toHaveLength(Number(file['file_size']));
		expect(await control('PUT faults', { faults: [{ on: 'file', kind: 'lost' }] })).toMatchObject({
			status: 400,
			body: { error: expect.stringContaining('wrong-sha256') },
		});
	});
});

describe('the files kept', () => {
	it('are forgotten, the oldest first, over their number or 64 MB; generated ones take no room', () => {
		const files = new FileStore(3);
		for (const id of ['1', '2', '3', '4']) files.add(id, 'image/png', generatedBytes(5_000_000));
		expect(['1', '2', '3', '4'].filter((id) => files.find(id) !== undefined)).toEqual(['2', '3', '4']);
		const heavy = givenBytes(Buffer.alloc(40 * 1024 * 1024));
		files.add('5', 'image/png', heavy);
		files.add('6', 'image/png', heavy);
		expect([files.find('5'), files.find('6')?.size]).toEqual([undefined, heavy.size]);
	});

	it('are the same whole and as base64', () => {
		for (const bytes of [
			generatedBytes(100_000),
			givenBytes(Buffer.from('abcd')),
			givenBytes(Buffer.alloc(0)),
		])
			expect(base64Of(bytes).toString('latin1')).toBe(wholeFile(bytes).toString('base64'));
	});

	it('are counted', async () => {
		await write({ type: 'image' });
		expect(await state()).toMatchObject({ counts: { files: 1, messages: 1 } });
	});
});

describe('the messages kept', () => {
	const agent = { wabaId: '1', phoneId: '2', phoneNumber: '33600123400', name: 'Shop' };
	const sent = (id: number, reference: string): WabaMessage => ({
		channel: 'waba',
		direction: 'out',
		id,
		messageId: `wamid.${id}`,
		reference,
		number: '33600123456',
		agent,
		kind: 'text',
		content: {},
		weight: 1,
		cost: 100,
		acceptedAt: 0,
		warning: undefined,
		statusChanges: [],
	});

	it('are forgotten, the oldest first, and with them their references', () => {
		const store = new WabaStore(2);
		for (const [id, reference] of [
			[1, 'a'],
			[2, 'b'],
			[3, 'b'],
			[4, 'c'],
		] as const)
			store.add(sent(id, reference));
		expect([...store.oldestFirst()].map(({ id }) => id)).toEqual([3, 4]);
		expect(['a', 'b', 'c'].map((reference) => store.sentWith(reference).map(({ id }) => id))).toEqual([
			[],
			[3],
			[4],
		]);
		expect([store.find('wamid.2'), store.find('wamid.3')?.id]).toEqual([undefined, 3]);
	});
});
