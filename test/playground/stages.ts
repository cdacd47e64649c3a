import type { SimulatorApi } from '../../playground/src/simulatorApi';
import type { Served, Stage } from '../../playground/src/stage';

const unused = () => Promise.reject(new Error('unused'));
export const unpublished: Served = { id: 'none', isPublished: false, url: 'http://127.0.0.1:9' };

/** A stage on which no workflow is published but these. */
export const stageOf = (simulator: SimulatorApi, workflows: Partial<Stage['workflows']>): Stage => ({
	api: {
		...{ url: '', find: unused, post: unused, patch: unused, file: unused, bytes: unused },
		get: async () => await Promise.resolve({ results: [] }),
	},
	simulator,
	workflows: {
		...{ send: unpublished, report: unpublished, answer: unpublished, ask: unpublished },
		...{ whatsapp: unpublished, offer: unpublished, rcs: unpublished, approval: unpublished },
		assistant: unpublished,
		...workflows,
	},
	n8nEnded: () => undefined,
});
