/**
 * Reads 50,000 history records through the built operation, as items, and cuts the same bytes into lines and fields.
 * Prints the medians of both in milliseconds of CPU: nothing is waited for, and other work of the machine does not count.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { getAll } = require('../../dist/nodes/SmsboxSms/resources/history/getAll.operation.js');
const { requestLimits } = require('../../dist/protocol/recipients/splitting.js');
const { Reader } = require('../../dist/nodes/engine/operations/reader.js');
const { Outcomes } = require('../../dist/nodes/engine/execution/outcomes.js');

const records = 50_000;
const page = 5_000;
/** For a test of this script: one round. */
const isOnce = process.argv.includes('--once');
const repeats = isOnce ? 1 : 15;
/** What is compiled while it runs is fast only after a while. */
const warmUps = isOnce ? 0 : 8;

/** The latest first, as the service gives them: one every 20 seconds or so. */
function line(index) {
	const sent = new Date(Date.UTC(2024, 10, 30, 18) - index * 20_477).toISOString();
	const time = `${sent.slice(0, 10).split('-').reverse().join('/')} ${sent.slice(11, 19)}`;
	return `${time};${123_456_000_000 + index};${33_600_000_000 + index};MyCompany;0;1;${index % 9}`;
}

const lines = Array.from({ length: records }, (_, index) => line(index));
const pagesByStart = new Map();
/** The bytes of a page, which only the first round makes. */
function bytesFrom(from) {
	const bytes = pagesByStart.get(from) ?? Buffer.from(lines.slice(from, from + page).join('\n'));
	pagesByStart.set(from, bytes);
	return bytes;
}
const pages = Array.from({ length: records / page }, (_, number) => bytesFrom(number * page));

const parameters = { returnAll: true, simplify: true, filters: { dateFrom: '2024-01-01' }, options: {} };
const prepared = () =>
	getAll.prepare(
		new Reader(
			{ now: new Date(), limits: requestLimits, timezone: 'Europe/Paris', defaults: {}, asking: {} },
			{ get: (name) => parameters[name], isThere: (name) => name in parameters },
		),
	);

async function own() {
	const call = async ({ request, parse }) => {
		const bytes = bytesFrom(Number(new URLSearchParams(request.body).get('from')));
		return parse({ status: 200, headers: { 'content-type': 'text/plain; charset=UTF-8' }, bytes });
	};
	const output = await prepared().run(call, () => undefined);
	const outcomes = new Outcomes();
	outcomes.setOutput({ item: 0 }, output);
	return outcomes.outputs.get(0);
}

async function split() {
	return pages.flatMap((bytes) =>
		bytes
			.toString('utf8')
			.split('\n')
			.map((record) => record.split(';')),
	);
}

async function timed(measure) {
	globalThis.gc();
	const began = process.cpuUsage();
	const result = await measure();
	const { user, system } = process.cpuUsage(began);
	if (result.length !== records) throw new Error(`${result.length} of ${records} records`);
	return (user + system) / 1000;
}

const median = (numbers) => numbers.sort((a, b) => a - b)[(numbers.length - 1) / 2];

for (let run = 0; run < warmUps; run++) {
	await timed(own);
	await timed(split);
}
const samples = { own: [], split: [] };
for (let round = 0; round < repeats; round++) {
	samples.own.push(await timed(own));
	samples.split.push(await timed(split));
}
console.log(JSON.stringify({ own: median(samples.own), split: median(samples.split) }));
