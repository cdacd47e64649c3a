import { textAt } from '../../core/json';
import type { Reply } from '../../http/exchange';
import type { FileFaultKind } from '../../http/faults';
import { Failure } from '../../json/failures';
import { base64Of } from '../../json/files';
import type { StoredFile } from '../../json/files';
import type { JsonOperation } from '../../json/operation';
import { object, text } from '../../json/shape';
import { PROCESSED } from '../../json/success';
import type { WabaAgent } from '../agents';

/** The parts of `data` before they are written. */
interface FileData {
	readonly mime_type: string;
	readonly sha256: string;
	readonly file_size: number;
	/** What stands before the base64. */
	readonly prefix: string;
	/** ASCII. */
	readonly base64: Buffer;
}

const OTHER_HASH = '0'.repeat(64);

/** What can be wrong with a file, or differ where the documents leave it open. */
const FAULTS: Readonly<Record<FileFaultKind, (data: FileData) => Partial<FileData>>> = {
	'bare-base64': () => ({ prefix: '' }),
	'sha256-base64': ({ sha256 }) => ({ sha256: Buffer.from(sha256, 'hex').toString('base64') }),
	'wrong-sha256': () => ({ sha256: OTHER_HASH }),
	'wrong-size': ({ file_size }) => ({ file_size: file_size + 1 }),
	'broken-base64': ({ base64 }) => ({ base64: withWrongCharacter(base64) }),
	'no-base64': ({ prefix }) => ({ prefix: prefix.replace(';base64', '') }),
	truncated: ({ base64 }) => ({ base64: base64.subarray(0, Math.floor(base64.length / 8) * 4) }),
};

function withWrongCharacter(base64: Buffer): Buffer {
	const broken = Buffer.from(base64);
	broken.write('!', Math.floor(base64.length / 2), 'latin1');
	return broken;
}

/**
 * service.md#waba-responses. `raw` is a data URI (sample); the description says only that it is base64,
 * which a fault gives. *Assumed*: SHA-256 in hexadecimal; 404 for a file that is not known.
 */
export const retrieveFile: JsonOperation<WabaAgent> = {
	name: () => 'waba.file.download',
	method: 'POST',
	body: object({ file_id: text() }),
	run({ body }, { waba, takeFileFault }) {
		const id = textAt(body, 'file_id');
		const file = waba.files.find(id);
		if (file === undefined)
			throw new Failure(404, 'Invalid file_id value (not found).', 'file_id is unknown');
		const fault = takeFileFault({ file_id: id, mime_type: file.mimeType });
		return { ...replyWith(dataOf(file, fault)), ...(fault === undefined ? {} : { fault }) };
	},
};

function dataOf(file: StoredFile, fault: FileFaultKind | undefined): FileData {
	const data = {
		mime_type: file.mimeType,
		sha256: file.sha256.toString('hex'),
		file_size: file.size,
		prefix: `data:${file.mimeType};base64,`,
		base64: base64Of(file),
	};
	return fault === undefined ? data : { ...data, ...FAULTS[fault](data) };
}

/** Written around the base64: it may have 133 MB, and is ASCII that JSON need not escape. */
function replyWith({ mime_type, sha256, file_size, prefix, base64 }: FileData): Reply {
	const data = { mime_type, sha256, file_size, raw: prefix };
	const json = JSON.stringify({ response: PROCESSED, details: 'Done.', data });
	const end = '"}}';
	const parts = [Buffer.from(json.slice(0, -end.length), 'utf8'), base64, Buffer.from(end, 'latin1')];
	return { status: 200, contentType: 'application/json', body: Buffer.concat(parts) };
}
