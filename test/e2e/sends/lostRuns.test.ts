/** A retry that n8n can't begin, as where a hook of its own refuses it, and that is retried. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { textAt } from '../../../playground/src/support/json';
import { n8n1 } from '../support/n8nProcess';
import { allEnded, endedExecution } from '../support/runs';
import {
	done,
	lines,
	loop,
	postJson,
	sendEach,
	splitMessages,
	webhook,
	workflowOf,
} from '../support/workflow';
import { Stage } from './stage';

const folder = mkdtempSync(path.join(tmpdir(), 'smsbox-hooks-'));
const [hooks, refuses] = [path.join(folder, 'hooks.js'), path.join(folder, 'refuses')];
writeFileSync(
	hooks,
	`const { existsSync } = require('node:fs');
	const refuse = async () => { if (existsSync(${JSON.stringify(refuses)})) throw new Error('Refused'); };
	module.exports = { workflow: { preExecute: [refuse] } };`,
);

const workflow = workflowOf(
	'Lost runs',
	[{ ...webhook('lost-runs'), webhookId: randomUUID() }, splitMessages, loop, sendEach(), done],
	[
		...lines('Webhook', 'Messages', 'Loop', 'Done'),
		{ from: 'Loop', output: 1, to: 'Send' },
		...lines('Send', 'Loop'),
	],
);
const messages = Array.from({ length: 4 }, (_, index) => ({
	to: `+3361299903${index}`,
	text: `Order ${index}`,
}));

let stage: Stage;
// In n8n 2, the main process asks its hooks before it stores a retry.
beforeAll(async () => {
	stage = await Stage.open(n8n1, {}, { EXTERNAL_HOOK_FILES: hooks });
});
afterAll(async () => {
	await stage.close();
	rmSync(folder, { recursive: true });
});

const numberOf = (index: number): string => messages[index]?.to.slice(1) ?? '';

it('reaches everyone once, and loses nobody', async () => {
	const { id, url } = await stage.publishServed(workflow);
	const rejection = { on: 'request', kind: 'body', body: 'ERROR 03', times: 1, match: { dest: numberOf(2) } };
	await stage.simulator.put('/faults', { faults: [rejection] });
	const retry = async (execution: string) =>
		await stage.api.post(`/executions/${execution}/retry`, { loadWorkflow: false });

	await postJson(url, { messages });
	const [failed] = await allEnded(stage, id, 1);
	writeFileSync(refuses, '');
	await retry(failed?.id ?? '').catch(() => undefined);
	rmSync(refuses);
	const notBegun = (await allEnded(stage, id, 2)).find((execution) => execution.id !== failed?.id);
	expect([failed?.status, notBegun?.status]).toEqual(['error', 'error']);

	const retried = await endedExecution(stage, textAt(await retry(notBegun?.id ?? ''), 'id'));
	const received = await Promise.all(
		messages.map(async (_, index) => (await stage.simulator.messages(numberOf(index))).length),
	);
	expect([retried.status, received]).toEqual(['success', [1, 1, 1, 1]]);
});
