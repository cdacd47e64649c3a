import { dirname } from 'node:path';
import { pinnedN8n } from '../../../playground/dist/n8n/n8nVersion';
import { at } from '../../../playground/dist/support/json';
import { runChild } from '../child';
import { atMost, type Figure } from '../figures';
import { interleaved, ratiosOf } from '../statistics';

/** Has a script measure something. Gives numbers out of the JSON that it prints. */
function child(names: readonly string[], script: string, ...values: string[]): () => Promise<number[]> {
	return async () => {
		const printed: unknown = JSON.parse(await runChild(script, ...values));
		return names.map((name) => Number(at(printed, name)));
	};
}

const column = (samples: readonly number[][] = [], index: number): number[] =>
	samples.map((numbers) => numbers[index] ?? NaN);

/** Reading the largest history that the service gives, against cutting it into lines and fields. */
export async function measureHistory(rounds: number): Promise<Figure[]> {
	const [samples] = await interleaved(rounds, [child(['own', 'split'], 'history.mjs')]);
	const [own, split] = [column(samples, 0), column(samples, 1)];
	return [
		{
			name: '50,000 history records, converted into items: our time ÷ a plain split of lines and fields',
			samples: ratiosOf(own, split),
			goal: atMost(3),
		},
		{ name: '50,000 history records, converted into items', samples: own, unit: 'ms', digits: 0 },
		{
			name: 'A plain split of the lines and fields of 50,000 history records',
			samples: split,
			unit: 'ms',
			digits: 0,
		},
	];
}

/** A poll of the History Trigger, against only reading the same pages. */
export async function measurePoll(rounds: number): Promise<Figure[]> {
	const names = ['poll', 'bare', 'state', 'quiet', 'page'];
	const [samples] = await interleaved(rounds, [child(names, 'poll.mjs')]);
	const [poll, bare] = [column(samples, 0), column(samples, 1)];
	return [
		{
			name: 'A poll of 49,000 messages, 500 of them new and 5,000 open: our time ÷ only reading the pages',
			samples: ratiosOf(poll, bare),
			goal: atMost(2),
		},
		{
			name: 'State of a History Trigger with 5,000 open messages',
			samples: column(samples, 2).map((bytes) => bytes / 1000),
			unit: 'kB',
			digits: 0,
			goal: atMost(200),
		},
		{
			name: 'A poll where nothing has happened and nothing is open: our time ÷ only reading its page',
			samples: ratiosOf(column(samples, 3), column(samples, 4)),
			goal: atMost(1.2),
		},
		{ name: 'A poll of 49,000 messages', samples: poll, unit: 'ms', digits: 0 },
	];
}

/** The largest webhooks that a trigger takes, with a content that costs as much as any was found to. */
export async function measureLargeWebhooks(rounds: number): Promise<Figure[]> {
	const [samples] = await interleaved(rounds, [child(['own', 'bare', 'most'], 'largeWebhooks.mjs')]);
	const [own, bare] = [column(samples, 0), column(samples, 1)];
	return [
		{
			name: 'A webhook of 256 kB with the content that takes longest, and tokens in it: our time ÷ only parsing it',
			samples: ratiosOf(own, bare),
			goal: atMost(3),
		},
		{
			name: 'A webhook of 256 kB with the content that takes longest',
			samples: own,
			unit: 'ms',
			digits: 0,
			goal: atMost(50),
		},
		{
			name: 'The largest ratio of a webhook of 256 kB: one that is parsed in less than a millisecond',
			samples: column(samples, 2),
			goal: atMost(12),
		},
	];
}

/** A WhatsApp file of 100 MB: received, read and given on. */
export async function measureMemory(rounds: number): Promise<Figure[]> {
	const [samples] = await interleaved(rounds, [child(['ratio', 'received'], 'memory.mjs')]);
	return [
		{
			name: 'Peak memory for a file of 100 MB ÷ its size',
			samples: column(samples, 0),
			goal: atMost(3.5),
		},
		{
			name: 'Peak memory for only the response with a file of 100 MB, as n8n receives it ÷ its size',
			samples: column(samples, 1),
		},
	];
}

/** What our package adds to the start of n8n, against n8n's own WhatsApp, Twilio and Telegram nodes with their triggers. */
export async function measureStartup(rounds: number): Promise<Figure[]> {
	const n8nFolder = dirname(dirname(pinnedN8n.entry));
	const [own, theirs] = await interleaved(2 * rounds + 1, [
		child(['required', 'described'], 'startup.mjs', 'own'),
		child(['required'], 'startup.mjs', 'n8n', n8nFolder),
	]);
	return [
		{
			name: "Requiring all nodes ÷ requiring n8n's own WhatsApp, Twilio and Telegram nodes",
			samples: ratiosOf(column(own, 0), column(theirs, 0)),
			goal: atMost(0.15),
		},
		{
			name: 'Requiring all nodes and the credential, beyond n8n-workflow',
			samples: column(own, 0),
			unit: 'ms',
			digits: 1,
		},
		{
			name: 'Building the descriptions of all nodes and the credential',
			samples: column(own, 1),
			unit: 'ms',
			digits: 1,
		},
	];
}
