/**
 * Polls a history of 49,000 messages, of which 500 are new and 5,000 still open, through the built trigger; and only reads the same
 * pages. Then polls where nothing has happened and nothing is open, and only reads that page. Prints the medians of all in
 * milliseconds of CPU, and the bytes of the state: nothing is waited for, and other work of the machine does not count.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { advance, firstState } = require('../../dist/nodes/SmsboxHistoryTrigger/historyState.js');
const { readHistory, timed } = require('../../dist/nodes/SmsboxHistoryTrigger/readHistory.js');
const { writeState } = require('../../dist/nodes/SmsboxHistoryTrigger/storedState.js');
const { readPages } = require('../../dist/nodes/engine/operations/pages.js');
const { listHistory } = require('../../dist/protocol/sms/history.js');

const records = 49_000;
const fresh = 500;
const open = 5_000;
const page = 5_000;
/** For a test of this script: one round. */
const isOnce = process.argv.includes('--once');
const repeats = isOnce ? 1 : 9;
/** In a row, as the garbage of one is collected in the next. */
const inRow = isOnce ? 1 : 5;
const pagesInRow = isOnce ? 1 : 50;
/** What is compiled while it runs is fast only after a while. */
const warmUps = isOnce ? 0 : 4;

const now = Date.UTC(2024, 10, 30, 18);
/** The latest first, as the service gives them: spread over two days. */
const secondsBefore = (index) => Math.floor(index * ((2 * 86_400 - 60) / records));
/** Every ninth of the older ones is open: 9 is transmitted, 0 is received. */
const isOpen = (index) => index >= fresh && (index - fresh) % Math.floor((records - fresh) / open) === 0;

function line(index) {
	// Paris is an hour ahead in winter.
	const sent = new Date(now + 3_600_000 - secondsBefore(index) * 1000).toISOString();
	const time = `${sent.slice(0, 10).split('-').reverse().join('/')} ${sent.slice(11, 19)}`;
	return `${time};${123_456_000_000 + records - index};${33_600_000_000 + index};MyCompany;0;1;${isOpen(index) ? 9 : 0}`;
}

const pages = new Map();

/** The page that begins at an index, made once. */
function bytesAt(from) {
	const length = Math.max(0, Math.min(page, records - from));
	const bytes =
		pages.get(from) ?? Buffer.from(Array.from({ length }, (_, index) => line(from + index)).join('\n'));
	pages.set(from, bytes);
	return bytes;
}

const replyOf = (bytes) => ({ status: 200, headers: { 'content-type': 'text/plain; charset=UTF-8' }, bytes });

const rules = { events: ['finalStatus'], statuses: [], to: '', account: '1', lookBackDays: 2 };
const seconds = now / 1000;
const read = async (state) => {
	const { parse } = listHistory({ from: 0, count: page });
	const pageAt = async (from) => parse(replyOf(bytesAt(from)));
	return await readHistory({ pageAt, time: () => seconds, isTimeUp: () => false }, state);
};

const openOf = ({ messages }) => [...messages.values()].filter((codes) => codes.length > 0).length;

/** As it was before the new messages came: all are handled, but those without a final status. */
const start = firstState([], rules, 0);
const { records: all, ...reading } = await read(start);
const old = {
	...reading,
	rest: undefined,
	records: new Map([...all].slice(fresh)),
	mark: seconds - 3600,
	isComplete: true,
};
const before = advance(start, old, rules).next;
// The last second of a poll comes with the next one.
if (all.size < records - 1 || openOf(before) < open)
	throw new Error(`${all.size}: ${openOf(before)} open messages`);
const due = { ...before, checked: 0 };

async function poll() {
	const { events, next } = advance(due, await read(due), rules);
	if (events.length !== fresh || openOf(next) < open)
		throw new Error(`${events.length} of ${fresh} new messages`);
	return writeState(before, { node: 'poll', instance: '' }, 1);
}

async function bare() {
	const call = async ({ parse, from }) => parse(replyOf(bytesAt(from)));
	const pageOf = (from, count) => ({ ...listHistory({ dateFrom: '2024-11-28', from, count }), from });
	const reading = { keyOf: ({ raw }) => raw, output: (record) => record };
	const { items } = await readPages(
		call,
		pageOf,
		{ limit: 'all', skip: 0 },
		{ page, total: 50_000 },
		reading,
	);
	return items;
}

const { parse } = listHistory({ from: 0, count: page });
const quiet = firstState(timed(parse(replyOf(bytesAt(0)))).records, rules, seconds, true);

async function quietPoll() {
	const pageAt = async () => parse(replyOf(bytesAt(0)));
	const reading = await readHistory({ pageAt, time: () => seconds, isTimeUp: () => false }, quiet);
	const { events, next } = advance(quiet, reading, rules);
	if (events.length > 0 || openOf(next) > 0) throw new Error('Something has happened');
	return { length: page };
}

const onePage = async () => parse(replyOf(bytesAt(0)));

async function timing(measure, times = inRow) {
	globalThis.gc();
	let length = 0;
	const began = process.cpuUsage();
	for (let round = 0; round < times; round++) ({ length } = await measure());
	const { user, system } = process.cpuUsage(began);
	return { milliseconds: (user + system) / 1000 / times, length };
}

const median = (numbers) => numbers.sort((a, b) => a - b)[(numbers.length - 1) / 2];
const samples = { poll: [], bare: [], quiet: [], page: [] };
let state = 0;
for (let round = -warmUps; round < repeats; round++) {
	const [polled, only] = [await timing(poll), await timing(bare)];
	const [nothing, one] = [await timing(quietPoll, pagesInRow), await timing(onePage, pagesInRow)];
	state = polled.length;
	if (only.length !== records) throw new Error(`${only.length} of ${records} records`);
	if (round < 0) continue;
	samples.poll.push(polled.milliseconds);
	samples.bare.push(only.milliseconds);
	samples.quiet.push(nothing.milliseconds);
	samples.page.push(one.milliseconds);
}
const medians = Object.entries(samples).map(([name, numbers]) => [name, median(numbers)]);
console.log(JSON.stringify({ ...Object.fromEntries(medians), state }));
