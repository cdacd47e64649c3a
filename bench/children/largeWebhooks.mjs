/**
 * Receives webhooks of the largest size through the built triggers, and only parses the same ones: with everything of which a body can
 * have a lot, wherever it can be, and always with a token in it, or most of the work would be skipped. Prints the medians of both in
 * milliseconds of CPU for the one that takes longest, and the largest ratio of all. With `--all`, prints each to stderr.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { receive } = require('../../dist/nodes/engine/webhook/receive.js');
const { rcsWebhooks } = require('../../dist/nodes/SmsboxRcsTrigger/rcsWebhooks.js');
const { wabaWebhooks } = require('../../dist/nodes/SmsboxWabaTrigger/wabaWebhooks.js');

const largest = 256_000;
/** For a test of this script: one round. */
const isOnce = process.argv.includes('--once');
const repeats = isOnce ? 1 : 5;
/** In a row, as the garbage of one is collected in the next. */
const inRow = isOnce ? 1 : 3;
/** What is compiled while it runs is fast only after a while. */
const warmUps = isOnce ? 0 : 2;

const token = `/webhook-waiting/17/5f2ab1e0?nonce=abcdefghijklmnopqrst&button=1&signature=${'a'.repeat(64)}`;
const [nonce, signature] = token.split('?')[1].split('&button=1&');

/** As often as it fits, each with a number of its own. */
function fill(piece, separator = ',') {
	const count = Math.floor((largest - 1_000) / (piece('12345').length + separator.length));
	return Array.from({ length: count }, (_, index) => piece(String(index + 10_000))).join(separator);
}
const text = (piece) => `"${fill(() => piece, '')}"`;
const list = (piece) => `[${fill(piece)}]`;
const object = (piece) => `{${fill(piece)}}`;
const reversed = (number) => [...number].reverse().join('');
const escapedLists = JSON.stringify(list(() => '[]'));
/** A text that has both parts of a token in it, so that nothing can be skipped. */
const both = `"text":"${nonce} ${signature}"`;

const contents = {
	'a text': text('x'),
	'a text of emoji, escaped': text('\\ud83d\\ude00'),
	'a text of quotes, escaped': text('\\"'),
	'a text of nonces': text(`${nonce} `),
	'a text of "nonce="': text('nonce='),
	'a text of "signature="': text('signature='),
	'a text of "nonce=%25"': `"nonce=%${fill(() => '25', '')}"`,
	'a text of hexadecimal digits': text('a'),
	'a text of question marks': text('?'),
	'a text of tokens': text(`${token} `),
	tokens: list(() => `"${token}"`),
	'tokens, all different': list((number) => `"${token.replace('/17/', `/${number}/`)}"`),
	'members "signature"': list(() => '{"signature":""}'),
	'members of an object': object((number) => `"${number}":0`),
	'members in another order': object((number) => `"${reversed(number)}":0`),
	'members with names': object((number) => `"k${number}":0`),
	'members with texts': object((number) => `"signature${number}":"nonce="`),
	'short texts': list(() => '""'),
	'texts of one character': list(() => '"?"'),
	'texts "signature"': list(() => '"signature"'),
	numbers: list(() => '0'),
	'long numbers': list(() => '12345678901234567'),
	'numbers and a long one': `[12345678901234567,${fill(() => '0')}]`,
	'short texts and a long number': `[12345678901234567,${fill(() => '""')}]`,
	'empty objects': list(() => '{}'),
	'empty lists': list(() => '[]'),
	'small objects': list(() => '{"a":0}'),
	'deep lists': list(() => `${'['.repeat(50)}${']'.repeat(50)}`),
	'deep objects': list(() => `${'{"a":'.repeat(50)}0${'}'.repeat(50)}`),
	'control characters': text('\\u0001'),
	'line breaks': text('\\n'),
};

/** Members of one object, which is read where it is. */
const members = {
	'in the order of their numbers': fill((number) => `"${number}":0`),
	'in another order': fill((number) => `"${reversed(number)}":0`),
	'with names': fill((number) => `"k${number}":0`),
	'with texts': fill((number) => `"k${number}":"nonce="`),
};

const under = (place, contentsByName, bodyWith) =>
	Object.entries(contentsByName).map(([name, content]) => [`${place}: ${name}`, bodyWith(content)]);
const texts = Object.fromEntries(Object.entries(contents).filter(([name]) => name.startsWith('a text')));
const message = '"requestType":"incoming_message"';
const reply = '"requestType":"incoming_message_reply"';
const tap = `"id":"1","type":"interactive",${both}`;

/** Each with the trigger that receives it. */
const bodies = [
	...under('unknown', contents, (content) => `{${message},"data":{${tap},"more":${content}}}`),
	...under('data', members, (content) => `{${message},"data":{${tap},${content}}}`),
	...under('envelope', members, (content) => `{${message},"data":{${tap}},${content}}`),
	...under('content', members, (content) => `{${message},"data":{${tap},"interactive":{${content}}}}`),
	...under(
		'message',
		texts,
		(content) => `{${message},"data":{"id":"1","type":"text",${both},"text":{"body":${content}}}}`,
	),
	...under('errors', contents, (content) => `{${message},"data":{${tap},"errors":${content}}}`),
	...under('rcs', members, (content) => `{${reply},"data":{"type":"reply",${both},${content}}}`),
	...under(
		'postback',
		contents,
		(content) => `{${reply},"data":{"type":"reply",${both},"postbackData":${content}}}`,
	),
	['postback: lists, escaped', `{${reply},"data":{"type":"reply",${both},"postbackData":${escapedLists}}}`],
].map(([name, body]) => ({
	name,
	bytes: Buffer.from(body),
	kind: body.includes(reply) ? rcsWebhooks : wabaWebhooks,
}));

let calls = 0;
function contextOf(rawBody) {
	const response = {
		statusCode: 200,
		closed: true,
		writableEnded: true,
		once: () => undefined,
		status: () => ({ send: () => undefined }),
	};
	calls += 1;
	return {
		getNodeParameter: (name, fallback) => fallback,
		getNode: () => ({ id: 'node' }),
		getRequestObject: () => ({ method: 'POST', originalUrl: '/webhook', rawBody }),
		getResponseObject: () => response,
		getWorkflowStaticData: () => ({}),
		getWorkflow: () => ({ id: `w${calls}` }),
		getInstanceId: () => 'bench',
		getMode: () => 'webhook',
		getNodeWebhookUrl: () => 'https://n8n.example.com/webhook/1/smsbox',
		evaluateExpression: () => 'https://n8n.example.com/webhook-waiting/__UNKNOWN__',
		helpers: { httpRequest: async () => ({ statusCode: 410, body: '' }) },
		logger: { warn: () => undefined, error: (message) => console.error(message) },
	};
}

async function millisecondsOf(work, bytes) {
	// Copies, as what was parsed is known by its bytes; n8n has read them before.
	const copies = Array.from({ length: inRow }, () => Buffer.from(bytes));
	const before = process.cpuUsage();
	for (const copy of copies) await work(copy);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000 / inRow;
}

const median = (samples) => samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)];

async function measure({ bytes, kind }) {
	const run = async (copy) => {
		const result = await receive(contextOf(copy), kind);
		if (result.workflowData === undefined) throw new Error('Nothing was started');
	};
	const parse = async (copy) => void JSON.parse(copy.toString());
	for (let index = 0; index < warmUps; index++)
		for (const work of [run, parse]) await millisecondsOf(work, bytes);
	const [own, bare] = [[], []];
	for (let index = 0; index < repeats; index++) {
		own.push(await millisecondsOf(run, bytes));
		bare.push(await millisecondsOf(parse, bytes));
	}
	return { own: median(own), bare: median(bare) };
}

let [longest, most] = [{ own: 0, bare: 0 }, 0];
for (const body of bodies) {
	const times = await measure(body);
	const ratio = times.own / times.bare;
	if (process.argv.includes('--all'))
		console.error(body.name.padEnd(44), times.own.toFixed(2), times.bare.toFixed(2), ratio.toFixed(1));
	if (times.own > longest.own) longest = times;
	most = Math.max(most, ratio);
}
console.log(JSON.stringify({ ...longest, most }));
