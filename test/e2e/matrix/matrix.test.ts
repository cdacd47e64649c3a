import { n8n1, n8n2 } from '../support/n8nProcess';
import { callbackChecks } from './callbacks';
import { downloadChecks } from './downloads';
import { editorChecks } from './editor';
import { exampleChecks } from './examples';
import { nodeChecks } from './nodes';
import { triggerChecks } from './triggers';
import { startWorld, type World } from './world';

/** The packed nodes in both major versions of n8n: the same workflows, the same events, the same outputs. */
let worlds: World[] = [];

beforeAll(async () => {
	const started = await Promise.allSettled([n8n1, n8n2].map(async (version) => await startWorld(version)));
	worlds = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
	for (const result of started) if (result.status === 'rejected') throw result.reason;
});

afterAll(async () => {
	await Promise.all(worlds.map(async ({ real }) => await real.close()));
	// Nothing is left of their process groups: the task runners have ended, too.
	for (const { real } of worlds) expect(() => process.kill(-real.n8n.pid, 0)).toThrow('ESRCH');
});

nodeChecks(() => worlds);
editorChecks(() => worlds);
triggerChecks(() => worlds);
callbackChecks(() => worlds);
downloadChecks(() => worlds);
exampleChecks(() => worlds);
