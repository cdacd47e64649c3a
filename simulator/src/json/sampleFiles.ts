import { crc32, deflateSync } from 'node:zlib';

import { generatedBytes, givenBytes } from './files';
import type { FileBytes } from './files';

/** What a phone sends where no file is given. */
export interface SampleFile {
	readonly mimeType: string;
	readonly fileName: string;
	readonly bytes: () => FileBytes;
}

const WIDTH = 240;
const HEIGHT = 160;

/** A picture of a sunset over the sea: one row of red, green and blue after another. */
function pixels(turn: number): Buffer {
	const rows = Array.from({ length: HEIGHT }, (_, y) => {
		const row = Buffer.alloc(1 + WIDTH * 3);
		for (let x = 0; x < WIDTH; x++) row.set(turned(colorAt(x, y), turn), 1 + x * 3);
		return row;
	});
	return Buffer.concat(rows);
}

function colorAt(x: number, y: number): readonly [number, number, number] {
	const isSun = (x - WIDTH / 2) ** 2 + (y - 86) ** 2 < 30 ** 2;
	if (y > 95) return [20 + ((x * 7 + y * 13) % 24), 70 + ((x * 3 + y * 5) % 30), 120];
	return isSun ? [255, 224, 130] : [240 - y / 3, 130 + y / 2, 100 + y / 3];
}

/** Red, green and blue change places. */
const turned = (color: readonly number[], turn: number): readonly number[] => [
	...color.slice(turn),
	...color.slice(0, turn),
];

function chunk(type: string, data: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const whole = Buffer.alloc(typed.length + 8);
	whole.writeUInt32BE(data.length, 0);
	typed.copy(whole, 4);
	whole.writeUInt32BE(crc32(typed), typed.length + 4);
	return whole;
}

/** @param turn 0, 1 or 2: the same picture in other colors */
export function samplePng(turn = 0): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(WIDTH, 0);
	header.writeUInt32BE(HEIGHT, 4);
	// Eight bits a color, red green blue.
	header.set([8, 2, 0, 0, 0], 8);
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	const parts = [
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(pixels(turn))),
		chunk('IEND', Buffer.alloc(0)),
	];
	return Buffer.concat([signature, ...parts]);
}

/** One empty page. */
const SAMPLE_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

const SAMPLE_BYTES = 20_000;

/** By the kind of message. Sound and film are bytes that no player plays. */
export const SAMPLE_FILES = {
	image: { mimeType: 'image/png', fileName: 'photo.png', bytes: () => givenBytes(samplePng()) },
	document: {
		mimeType: 'application/pdf',
		fileName: 'document.pdf',
		bytes: () => givenBytes(Buffer.from(SAMPLE_PDF, 'latin1')),
	},
	video: { mimeType: 'video/mp4', fileName: 'video.mp4', bytes: () => generatedBytes(SAMPLE_BYTES) },
	audio: {
		mimeType: 'audio/ogg; codecs=opus',
		fileName: 'voice.ogg',
		bytes: () => generatedBytes(SAMPLE_BYTES),
	},
} satisfies Readonly<Record<string, SampleFile>>;
