/** `npm run test:polls -- --polls 20000 --seed 1`: histories from a seed on, until so many polls were made. Prints what fails. */
import { parseArgs } from 'node:util';
import { countOf } from '../support/commandLine';
import { kinds, tryPolls } from './tester';

const { values } = parseArgs({
	options: { polls: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});

async function run(): Promise<number> {
	const [most, first] = [countOf('polls', values.polls), countOf('seed', values.seed)];
	const shown = new Map<string, number>();
	const firstOf = new Map<string, number>();
	const byKind = new Map<string, number>(kinds.map((kind) => [kind, 0]));
	let [polls, failures, requests, bytes, histories] = [0, 0, 0, 0, 0];
	for (let seed = first; polls < most; seed++) {
		const tried = await tryPolls(seed);
		histories += 1;
		polls += tried.polls;
		byKind.set(tried.kind, (byKind.get(tried.kind) ?? 0) + tried.polls);
		requests = Math.max(requests, tried.requests);
		bytes = Math.max(bytes, tried.bytes);
		if (tried.violations.length > 0) failures += 1;
		if (histories % 50 === 0) console.log(`${histories} histories, ${polls} polls, ${failures} failures`);
		for (const { rule, detail } of tried.violations) {
			const key = `${tried.kind}: ${rule}`;
			if (!firstOf.has(key)) firstOf.set(key, byKind.get(tried.kind) ?? 0);
			const count = (shown.get(key) ?? 0) + 1;
			shown.set(key, count);
			if (count <= 2) console.log(`seed ${seed}, ${key}: ${detail}`);
		}
	}
	for (const [key, count] of shown)
		console.log(`${key}: ${count} times, first after ${firstOf.get(key)} polls of its kind`);
	console.log(
		`${histories} histories, ${polls} polls, ${failures} failures; at most ${requests} requests a poll, ${bytes} bytes of state`,
	);
	return failures;
}

run().then(
	(failures) => {
		process.exitCode = failures === 0 ? 0 : 1;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
