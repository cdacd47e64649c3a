import { createHash } from 'node:crypto';

import { Ring } from '../core/ring';

/** The bytes of a file: one block, repeated until there are enough. A large file so takes no memory. */
export interface FileBytes {
	/** Of a repeated block the length is a multiple of three, so that its base64 can be repeated as well. */
	readonly block: Buffer;
	readonly size: number;
}

/** A file that was received and can be retrieved. */
export interface StoredFile extends FileBytes {
	/** Digits (service.md#waba-webhooks; RCS files are named by address only). */
	readonly id: string;
	readonly mimeType: string;
	readonly sha256: Buffer;
}

/** How much the blocks of all files kept may take together. */
const BYTES_KEPT = 64 * 1024 * 1024;

export class FileStore {
	private readonly ring: Ring<StoredFile>;
	private readonly byId = new Map<string, StoredFile>();

	/** @param capacity how many files are kept; the oldest are forgotten first */
	constructor(capacity: number) {
		this.ring = new Ring<StoredFile>({
			capacity,
			weightLimit: BYTES_KEPT,
			weigh: ({ block }) => block.length,
			onEvict: ({ id }) => this.byId.delete(id),
		});
	}

	get size(): number {
		return this.ring.size;
	}

	add(id: string, mimeType: string, bytes: FileBytes): StoredFile {
		const file = { ...bytes, id, mimeType, sha256: hashOf(bytes) };
		this.byId.set(id, file);
		this.ring.push(file);
		return file;
	}

	find(id: string): StoredFile | undefined {
		return this.byId.get(id);
	}
}

function* blocksOf({ block, size }: FileBytes): Generator<Buffer> {
	for (let done = 0; done < size; done += block.length) yield block.subarray(0, size - done);
}

function hashOf(bytes: FileBytes): Buffer {
	const hash = createHash('sha256');
	for (const block of blocksOf(bytes)) hash.update(block);
	return hash.digest();
}

export const wholeFile = (bytes: FileBytes): Buffer => Buffer.concat([...blocksOf(bytes)]);

/** The base64 of a file as ASCII bytes: a file of 100 MB becomes one buffer of 133 MB, and no text. */
export function base64Of(bytes: FileBytes): Buffer {
	const encoded = Buffer.allocUnsafe(4 * Math.ceil(bytes.size / 3));
	const whole = bytes.block.toString('base64');
	let at = 0;
	for (const block of blocksOf(bytes)) {
		at += encoded.write(block.length === bytes.block.length ? whole : block.toString('base64'), at, 'latin1');
	}
	return encoded;
}

const BLOCK_BYTES = 48 * 1024;
/** Bytes without a pattern that a mistake could hide in; the same in every run. */
const BLOCK = Buffer.concat(
	Array.from({ length: BLOCK_BYTES / 32 }, (_, index) =>
		createHash('sha256').update(`block ${index}`).digest(),
	),
);

/** Bytes that mean nothing, as many as wanted. */
export const generatedBytes = (size: number): FileBytes => ({ block: BLOCK, size });

export const givenBytes = (bytes: Buffer): FileBytes => ({ block: bytes, size: bytes.length });
