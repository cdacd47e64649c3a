/** Fuzzed callbacks over HTTP against a running n8n: 4,000, or 20,000 with --long. */
import { connect } from 'node:net';
import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import { waitFor } from '../../../playground/src/support/waitFor';
import { figure, isLong } from '../support/report';
import { Chance } from './fuzz/chance';
import { filteredTriggers, type FilteredTrigger } from './fuzz/receivers';
import { hostileRequest, type HostileRequest } from './fuzz/requests';
import { secretsIn } from './fuzz/secrets';
import { Stage } from './stage';
import { triggerWorkflow } from './workflows';

const seed = 20_240_602;
const total = isLong ? 20_000 : 4_000;
const atOnce = 8;
/** Seconds without an answer that count as a hang: many times what a busy machine takes. */
const hang = 60;
/** Milliseconds after which a caller hangs up who has not said all that was announced. */
const cutAfterMs = 300;
/** Bytes that do not fit into the buffers of a connection. */
const longBody = 1024 * 1024;
/** Megabytes that n8n may take more at the end than after a third of the way. */
const flat = 400;

interface Outcome {
	/** The status, or what happened instead of an answer. */
	status: number | 'cut off' | 'hung';
	body: string;
}

async function exchange(port: number, { bytes, isIncomplete }: HostileRequest): Promise<Outcome> {
	return await new Promise((resolve) => {
		const chunks: Buffer[] = [];
		const socket = connect(port, '127.0.0.1', () => {
			socket.write(bytes);
			// Whoever waits for the rest learns that there is none.
			if (isIncomplete) setTimeout(() => socket.end(), cutAfterMs);
		});
		const end = (): void => {
			const text = Buffer.concat(chunks).toString('utf8');
			const status = /^HTTP\/1\.1 (\d{3})/.exec(text.replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, ''))?.[1];
			const body = text.slice(text.lastIndexOf('\r\n\r\n') + 4);
			resolve(status === undefined ? { status: 'cut off', body: '' } : { status: Number(status), body });
		};
		socket.setTimeout(hang * 1_000, () => {
			resolve({ status: 'hung', body: '' });
			socket.destroy();
		});
		socket.on('data', (chunk) => chunks.push(chunk));
		socket.on('error', end);
		socket.on('close', end);
	});
}

/** What n8n answers with 500 before it asks a trigger. The service tries such a callback again. */
const byN8nItself: readonly { kind: string; says: RegExp }[] = [
	{ kind: 'method', says: /The method [A-Z]+ is not supported/ },
	{ kind: 'content encoding', says: /There was a problem executing the workflow/ },
];

function isByN8nItself({ status, body }: Outcome, { kind }: HostileRequest): boolean {
	return status === 500 && byN8nItself.some((known) => known.kind === kind && known.says.test(body));
}

/** 503 with `ERROR` is how a trigger refuses; any other status of 500 and more is a fault, and so is silence. */
function isFault({ status, body }: Outcome, { isIncomplete, bytes }: HostileRequest): boolean {
	if (status === 'hung') return true;
	// An answer to the head of a long request can get lost on a connection that is still being written to.
	if (status === 'cut off') return !isIncomplete && bytes.length < longBody;
	return status >= 500 && !(status === 503 && body === 'ERROR');
}

interface Target {
	trigger: FilteredTrigger;
	workflowId: string;
	path: string;
}

jest.setTimeout(40 * 60_000);

describe(`${total.toLocaleString('en')} fuzzed callbacks over HTTP`, () => {
	let stage: Stage;
	const targets: Target[] = [];

	beforeAll(async () => {
		stage = await Stage.open();
		await stage.boot();
		for (const trigger of filteredTriggers) {
			const workflow = triggerWorkflow(trigger.type, trigger.parameters, trigger.usesCredential);
			targets.push({ trigger, workflowId: workflow.id, path: await stage.publish(workflow) });
		}
	});
	afterAll(async () => await stage.close());

	it('are answered, start nothing that a filter forbids, and leave no secret in the log', async () => {
		const chance = new Chance(seed);
		const answers = new Map<string, number>();
		const faults: string[] = [];
		const memory: number[] = [];
		let begun = 0;

		const work = async (): Promise<void> => {
			while (begun < total) {
				begun++;
				if (begun % Math.floor(total / 30) === 0) memory.push(stage.residentMegabytes());
				const target = targets[chance.int(targets.length)];
				if (target === undefined) throw new Error('No trigger');
				const request = hostileRequest(target.path, target.trigger.method, chance);
				const outcome = await exchange(stage.port, request);
				const known = isByN8nItself(outcome, request);
				const answer = `${outcome.status}${outcome.status === 503 ? ` ${outcome.body}` : ''}${known ? ` by n8n itself: ${request.kind}` : ''}`;
				answers.set(answer, (answers.get(answer) ?? 0) + 1);
				if (!known && isFault(outcome, request))
					faults.push(`${target.trigger.type}, ${request.kind}: ${answer} ${outcome.body.slice(0, 200)}`);
			}
		};
		await Promise.all(Array.from({ length: atOnce }, work));

		// It still does what it is there for.
		const [report] = targets;
		const query = 'numero=33600123456&reference=999999999999&accuse=7&ts=1705326600';
		const served = await fetchOnce(`${stage.n8n.url}${report?.path ?? ''}?${query}`);
		const body = await served.text();

		let started = 0;
		let forbidden = 0;
		for (const { trigger, workflowId } of targets) {
			const executions = await stage.endedExecutions(workflowId);
			const events = executions.flatMap((execution) => execution.events);
			started += executions.length;
			forbidden += executions.length - events.length + events.filter(trigger.isForbidden).length;
		}
		const early = Math.max(...memory.slice(0, memory.length / 3));
		const growth = (memory.at(-1) ?? 0) - early;
		const log = stage.n8n.log();
		const told = secretsIn(log);

		const section = 'Fuzzed callbacks, over HTTP';
		figure(section, 'callbacks', total, `seed ${seed}, ${atOnce} at a time`);
		for (const [answer, times] of [...answers].sort()) figure(section, `answered ${answer}`, times);
		figure(section, 'executions', started);
		figure(section, 'executions that a filter forbids', forbidden);
		figure(section, 'memory of n8n, end against the peak of the first third', `${growth} MB`);
		figure(section, 'secrets in the log', told.length);

		expect([...new Set(faults)].slice(0, 20)).toEqual([]);
		expect([served.status, body]).toEqual([200, 'OK']);
		expect(started).toBeGreaterThan(total / 100);
		expect(forbidden).toBe(0);
		expect(log).not.toBe('');
		expect(told).toEqual([]);
		expect(growth).toBeLessThan(flat);
		expect(stage.n8n.ended()).toBeUndefined();
		await waitFor(
			'n8n being ready',
			async () => (await fetchOnce(`${stage.n8n.url}/healthz`)).ok || undefined,
			{
				seconds: 30,
			},
		);
	});
});
