import { at } from '../../../playground/dist/support/json';
import { runChild } from '../child';
import { atMost, type Figure } from '../figures';
import { interleaved, ratiosOf } from '../statistics';

/** Has a script measure something. Gives numbers out of the JSON that it prints. */
function child(script: string, ...names: string[]): () => Promise<number[]> {
	return async () => {
		const printed: unknown = JSON.parse(await runChild(script));
		return names.map((name) => Number(at(printed, name)));
	};
}

const column = (samples: readonly number[][] = [], index: number): number[] =>
	samples.map((numbers) => numbers[index] ?? NaN);

/** Reading the largest history that the service gives, against cutting it into lines and fields. */
export async function measureHistory(rounds: number): Promise<Figure[]> {
	const [samples] = await interleaved(rounds, [child('history.mjs', 'own', 'split')]);
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

/** A WhatsApp file of 100 MB: received, read and given on. */
export async function measureMemory(rounds: number): Promise<Figure[]> {
	const [samples] = await interleaved(rounds, [child('memory.mjs', 'ratio', 'received')]);
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

/** What our package adds to the start of n8n. */
export async function measureStartup(rounds: number): Promise<Figure[]> {
	const [samples] = await interleaved(2 * rounds + 1, [child('startup.mjs', 'required', 'described')]);
	return [
		{
			name: 'Requiring all eight nodes and the credential, beyond n8n-workflow',
			samples: column(samples, 0),
			unit: 'ms',
			digits: 1,
			goal: atMost(40),
		},
		{
			name: 'Building the descriptions of all nodes and the credential',
			samples: column(samples, 1),
			unit: 'ms',
			digits: 1,
		},
	];
}
