/**
 * Receives a WhatsApp file of 100 MB over HTTP as n8n's request helper does (the chunks of the answer, then one buffer of
 * them), reads it through the built operation and writes it to the disk as n8n does. Prints the most memory that took,
 * beyond what the process had before, in sizes of the file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { download } = require('../../dist/nodes/SmsboxWaba/resources/file/download.operation.js');
const { requestLimits } = require('../../dist/protocol/recipients/splitting.js');
const { Reader } = require('../../dist/nodes/engine/operations/reader.js');
const { storeFile } = require('../../dist/nodes/engine/execution/outcomes.js');

const size = 100e6;
const peak = () => process.resourceUsage().maxRSS * 1024;

const server = spawn(
	process.execPath,
	[fileURLToPath(new URL('fileServer.mjs', import.meta.url)), String(size)],
	{
		stdio: ['ignore', 'pipe', 'inherit'],
	},
);
const folder = mkdtempSync(join(tmpdir(), 'smsbox-bench-file-'));

async function receive(url) {
	const [response] = await once(get(url), 'response');
	const chunks = [];
	for await (const chunk of response) chunks.push(chunk);
	return { status: 200, headers: { 'content-type': 'application/json' }, bytes: Buffer.concat(chunks) };
}

const parameters = {
	wabaId: '100100100100100',
	phoneId: '200200200200200',
	fileId: '1234567890123456',
	binaryPropertyName: 'data',
	options: {},
};
const context = {
	helpers: {
		prepareBinaryData: async (bytes, fileName) => {
			await writeFile(join(folder, 'file'), bytes);
			return { id: 'file', fileName, length: bytes.length };
		},
	},
};

try {
	const [line] = await once(server.stdout, 'data');
	const url = String(line).trim();
	globalThis.gc();
	const before = process.memoryUsage().rss;
	let received;
	const call = async (exchange) => {
		const reply = await receive(url);
		received = (peak() - before) / size;
		return exchange.parse(reply);
	};
	const reader = new Reader(
		{ now: new Date(), limits: requestLimits, timezone: 'Europe/Paris', defaults: {}, asking: {} },
		{ get: (name) => parameters[name], isThere: (name) => name in parameters },
	);
	const { file } = await download.prepare(reader).run(call, () => undefined);
	const { data } = await storeFile(context, file);
	if (data.length !== size) throw new Error(`${data.length} bytes`);
	console.log(JSON.stringify({ ratio: (peak() - before) / size, received }));
} finally {
	server.kill();
	rmSync(folder, { recursive: true, force: true });
}
