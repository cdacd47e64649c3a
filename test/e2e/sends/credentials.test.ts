/** Credentials with expressions of the item, in both of n8n's expression engines; and how often n8n reads a credential for a run. */
import type { Execution } from '../../../playground/src/n8n/executions';
import { saveCredential } from '../../../playground/src/prepare';
import { apiKey, credentialData } from '../support/realN8n';
import { lastEnded } from '../support/runs';
import { postJson, publishChain, sendEach, splitMessages, webhook } from '../support/workflow';
import { Stage } from '../faults/stage';

/** n8n's log names each query; one credential with all its fields is read for decrypting it. */
const logsQueries = { DB_LOGGING_ENABLED: 'true', DB_LOGGING_OPTIONS: 'query', N8N_LOG_LEVEL: 'debug' };
const engines = [
	['the default expression engine', {}],
	['the legacy expression engine', { N8N_EXPRESSION_ENGINE: 'legacy' }],
] as const;

/** Each read of a credential is one query that the log names. */
const readsIn = (log: string): number =>
	log
		.split('\n')
		.filter((line) => /FROM "credentials_entity" "CredentialsEntity" WHERE .*"id" = .*"type" = /.test(line))
		.length;

const person = (index: number): string => `336001${String(index).padStart(5, '0')}`;

describe.each(engines)('in %s', (_name, env) => {
	let stage: Stage;

	beforeAll(async () => {
		stage = await Stage.open({ env: { ...env, ...logsQueries } });
		await stage.boot();
	});
	afterAll(async () => {
		await stage.close();
	});

	/** Sends messages with a credential. Returns the execution, and how often a credential was read for it. */
	async function run(
		name: string,
		fields: Readonly<Record<string, string>>,
		messages: ReadonlyArray<Record<string, string>>,
	): Promise<{ execution: Execution; reads: number }> {
		const data = { ...credentialData(stage.simulator.url), ...fields };
		const credential = await saveCredential(stage.api, name, data);
		const node = {
			...sendEach({ options: { batchItems: true } }),
			onError: 'continueRegularOutput',
		};
		const published = await publishChain(stage, credential, name, webhook(name), splitMessages, node);
		const before = readsIn(stage.n8n.log());
		await postJson(published.url, { messages: [...messages] });
		const execution = await lastEnded(stage, published.id, 1);
		return { execution, reads: readsIn(stage.n8n.log()) - before };
	}

	it('a run without expressions reads its credential at most three times', async () => {
		const messages = Array.from({ length: 40 }, (_, index) => ({ to: person(index), text: 'Bonjour' }));
		const one = await run('one', {}, messages.slice(0, 1));
		const many = await run('many', {}, messages);
		expect(one.execution.output.Send).toHaveLength(1);
		expect(many.execution.output.Send).toHaveLength(40);
		expect(one.reads).toBeGreaterThanOrEqual(1);
		// Of one item there is one to read, of several the first, the last and one past the end.
		expect(many.reads - one.reads).toBeLessThanOrEqual(2);
		expect(many.reads).toBeLessThanOrEqual(3);
	});

	it('each item is sent with its own credential', async () => {
		const { execution } = await run(
			'own',
			{ apiKey: '={{ $json.key }}', countryCode: '={{ $json.country }}' },
			[
				{ key: apiKey, country: '33', to: '06 00 12 34 01', text: 'Bonjour' },
				{ key: apiKey, country: '32', to: '0470 12 34 01', text: 'Bonjour' },
				{ key: 'another-key', country: '33', to: '06 00 12 34 02', text: 'Bonjour' },
			],
		);
		expect(execution.output.Send).toEqual([
			expect.objectContaining({ accepted: true, to: ['+33600123401'] }),
			expect.objectContaining({ accepted: true, to: ['+32470123401'] }),
			expect.objectContaining({ error: expect.stringContaining('ERROR 02') }),
		]);
		for (const number of ['33600123401', '32470123401'])
			expect(await stage.simulator.messages(number)).toHaveLength(1);
		expect(await stage.simulator.messages('33470123401')).toEqual([]);
		expect(await stage.simulator.messages('33600123402')).toEqual([]);
	});
});
