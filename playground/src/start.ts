import { parseArgs } from 'node:util';
import { owner, OwnerChanged } from './n8n/api';
import { checkMachine } from './roundTrips/checks';
import { DataFolder } from './dataFolder';
import { dataFolder } from './support/folders';
import { pinnedN8n } from './n8n/n8nVersion';
import { setUp, startPlayground, type Closers, type Playground } from './playground';
import { messageOf, PlaygroundError } from './support/playgroundError';
import { bold, describeFailure, speaker } from './support/print';
import { testSamples } from './roundTrips/roundTrip';
import type { Stage } from './stage';

const usage = `npm start [-- OPTIONS]

Starts n8n with the SMSBOX nodes, the SMSBOX simulator and sample workflows.
Tests a round trip by SMS, WhatsApp and RCS, and an AI assistant.
Then runs until Ctrl-C.

  --once       Stop after the round trips: exit code 0, or 1 on failure
  --set-aside  Keep the data of earlier starts in playground/.data/set-aside-1, and start without it
  --fresh      Delete playground/.data first
  --help       Show this text`;

// All calls are to loopback. By NODE_USE_ENV_PROXY, fetch would make them over the proxy of the shell.
for (const name of ['NO_PROXY', 'no_proxy']) process.env[name] = '*';

// Who closes the terminal, or reads only the first lines, reads no more: n8n is to be stopped all the same.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const voice = speaker((line) => process.stdout.write(`${line}\n`));

function parseOptions() {
	const flag = { type: 'boolean', default: false } as const;
	try {
		return parseArgs({ options: { once: flag, 'set-aside': flag, fresh: flag, help: flag } }).values;
	} catch (error) {
		throw new PlaygroundError(messageOf(error), `\n${usage}`);
	}
}

function readOptions(): ReturnType<typeof parseOptions> {
	const options = parseOptions();
	if (options.fresh && options['set-aside'])
		throw new PlaygroundError('--fresh deletes the data that --set-aside keeps.', 'Use one of them.');
	return options;
}

function setAside(data: DataFolder): void {
	const kept = data.setAside();
	voice.note(kept === undefined ? 'no data to set aside' : `the data of earlier starts is now in ${kept}`);
}

/** Resolves with the first signal that asks the playground to stop. Later ones find it stopping. */
function askedToStop(): Promise<NodeJS.Signals> {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
	});
}

function printAddresses({ n8n, simulator }: Playground, stage: Stage | undefined): void {
	const login = stage === undefined ? 'your own' : `${owner.email} / ${owner.password}`;
	const lines = [
		'',
		`  n8n editor   ${bold(n8n.url)}`,
		`  Login        ${login}`,
		`  Phones       ${bold(`${simulator.url}/`)}`,
		...(stage === undefined ? [] : sampleLines(stage)),
		'',
		'  To receive events in your own workflow, enter its Production URL under Settings on the phones page.',
		'  Press Ctrl-C to stop.',
	];
	for (const line of lines) voice.plain(line);
}

function sampleLines({ workflows }: Stage): string[] {
	return [
		`  SMS          curl -X POST ${workflows.send.url} -H 'content-type: application/json' -d '{"to": "33600123456", "text": "Hello"}'`,
		`  WhatsApp     curl -X POST ${workflows.ask.url} -H 'content-type: application/json' -d '{"to": "33600123456"}'`,
		`  Approval     curl -X POST ${workflows.approval.url} -H 'content-type: application/json' -d '{"order": 1043}'`,
		`  RCS          curl -X POST ${workflows.offer.url} -H 'content-type: application/json' -d '{"to": "33600123456"}'`,
		`  Assistant    enter ${workflows.assistant.url} under Settings > WhatsApp events on the phones page, and write`,
	];
}

/** Sets up the samples. Without the login, n8n and the simulator run on without them, unless `once`. */
async function setUpSamples(
	playground: Playground,
	once: boolean,
	data: DataFolder,
): Promise<Stage | undefined> {
	try {
		return await setUp(playground, data, voice);
	} catch (error) {
		if (once || !(error instanceof OwnerChanged)) throw error;
		voice.note(
			`${error.message} The samples and credentials stay as they are and are not tested. ` +
				'On the phones page, enter the URLs of your workflows under Settings.',
		);
		return undefined;
	}
}

async function run(once: boolean, data: DataFolder, closers: Closers, complete: () => void): Promise<void> {
	const playground = await startPlayground(data, closers, voice);
	const stage = await setUpSamples(playground, once, data);
	if (stage !== undefined) await testSamples(stage, { once, voice, complain });
	complete();
	if (once) return;
	printAddresses(playground, stage);
	await playground.n8n.whenEnded;
	throw playground.n8n.ended() ?? new PlaygroundError('n8n exited.');
}

function complain(error: unknown): void {
	process.stderr.write(`${describeFailure(error)}\n`);
}

async function main(): Promise<number> {
	const { once, 'set-aside': sets, fresh, help } = readOptions();
	if (help) {
		voice.plain(usage);
		return 0;
	}
	checkMachine(pinnedN8n);
	const data = new DataFolder(dataFolder);
	await data.take(voice.note);
	const closers: Closers = [() => data.release()];
	const stop = askedToStop();
	if (fresh) data.empty();
	if (sets) setAside(data);

	let exitCode = 1;
	const complete = (): void => {
		exitCode = 0;
	};
	try {
		const signal = await Promise.race([run(once, data, closers, complete), stop]);
		if (signal !== undefined) voice.note('stopping …');
		return exitCode;
	} finally {
		for (const close of closers.reverse()) await Promise.resolve(close()).catch(complain);
	}
}

main().then(
	(exitCode) => process.exit(exitCode),
	(error: unknown) => {
		complain(error);
		process.exit(1);
	},
);
