import { N8nRefusal, type N8nApi } from '../../playground/src/n8n/api';
import {
	PathTaken,
	publishWorkflow,
	readSamples,
	type WorkflowFile,
} from '../../playground/src/n8n/workflows';
import { roundTrip } from '../../playground/src/roundTrips/roundTrip';
import { simulatorApi } from '../../playground/src/simulatorApi';
import type { Stage } from '../../playground/src/stage';

const unused = () => Promise.reject(new Error('unused'));

/** An n8n in which a workflow is stored, and another one, and which refuses to publish the former. */
const apiOf = (stored: WorkflowFile, refusal: Error): N8nApi => ({
	url: '',
	get: unused,
	find: async (path) =>
		await Promise.resolve(path === '/workflows/7' ? { name: 'My copy' } : { ...stored, active: false }),
	post: async () => await Promise.reject(refusal),
	patch: unused,
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

it('leaves out the round trips of workflows that are not published', async () => {
	const unpublished = { id: 'none', isPublished: false, url: 'http://127.0.0.1:9' };
	const stage: Stage = {
		api: { url: '', get: unused, find: unused, post: unused, patch: unused, file: unused, bytes: unused },
		simulator: { ...simulatorApi('http://127.0.0.1:9'), undeclared: async () => await Promise.resolve([]) },
		workflows: {
			send: { ...unpublished, isPublished: true },
			report: { ...unpublished, isPublished: true },
			answer: unpublished,
			ask: { ...unpublished, isPublished: true },
			whatsapp: unpublished,
			offer: unpublished,
			rcs: { ...unpublished, isPublished: true },
			approval: { ...unpublished, isPublished: true },
			assistant: unpublished,
		},
		n8nEnded: () => undefined,
	};
	const said: string[] = [];
	await roundTrip(stage, (line) => said.push(line));
	expect(said).toEqual([]);
});
