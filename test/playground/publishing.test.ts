import { N8nRefusal, type N8nApi } from '../../playground/src/n8n/api';
import {
	PathTaken,
	publishWorkflow,
	readSamples,
	type WorkflowFile,
} from '../../playground/src/n8n/workflows';

const unused = () => Promise.reject(new Error('unused'));

/** An n8n in which a workflow is stored, and another one, and which refuses to publish the former. */
const apiOf = (stored: WorkflowFile, refusal: Error): N8nApi => ({
	url: '',
	get: unused,
	find: async (path) =>
		await Promise.resolve(path === '/workflows/7' ? { name: 'My copy' } : { ...stored, active: false }),
	post: async () => await Promise.reject(refusal),
	patch: async () => await Promise.resolve({ ...stored, active: false }),
	file: unused,
	bytes: unused,
});

describe('a sample that n8n does not publish', () => {
	const [sample] = readSamples();
	if (sample === undefined) throw new Error('There is no sample');
	const published = async (hint: unknown): Promise<unknown> =>
		await publishWorkflow(apiOf(sample, new N8nRefusal('n8n responded', hint)), sample).catch(
			(error: unknown) => error,
		);

	it('tells which workflow has its path', async () => {
		// As n8n 2.41.1 responds.
		const conflict = { workflowId: '7', webhookPath: 'smsbox-playground/send', method: 'POST' };
		const error = await published([{ trigger: {}, conflict }]);
		expect(error).toBeInstanceOf(PathTaken);
		expect(error).toMatchObject({
			message: '"1 · Send an SMS" is not published: "My copy" has its path smsbox-playground/send.',
			remediation: 'Unpublish that workflow and start again.',
		});
	});

	it('for another reason fails with that reason', async () => {
		const error = await published(undefined);
		expect(error).not.toBeInstanceOf(PathTaken);
		expect(error).toMatchObject({ message: 'n8n responded' });
	});
});

describe('a sample that is already in n8n', () => {
	const sample = readSamples().find(({ id }) => id === 'smsboxDemoReport');
	if (sample === undefined) throw new Error('There is no such sample');

	it.each([
		['nothing', {}],
		['its nodes', { nodes: [] }],
		['its settings', { settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' } }],
		['its name', { name: 'Mine' }],
	])('is put back as its file has it where somebody changed %s', async (_what, changed) => {
		const stored = { ...sample, versionId: '1', activeVersionId: '1', active: true, isArchived: false };
		const patched: unknown[] = [];
		await publishWorkflow(
			{
				...apiOf(sample, new Error('unused')),
				find: async () => await Promise.resolve({ ...stored, ...changed }),
				patch: async (_path, body) => {
					patched.push(body);
					return await Promise.resolve(stored);
				},
			},
			sample,
		);
		expect(patched).toEqual([sample]);
	});
});
