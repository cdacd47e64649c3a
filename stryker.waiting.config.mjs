import { strykerFor } from './stryker.config.mjs';

/** Questions, tokens and the answer page, and what triggers receive: `npm run mutate:waiting`. Its tests run n8n's engine. */
export default strykerFor('waiting', {
	mutate: [
		'nodes/engine/{waiting,webhook}/**/*.ts',
		// With what is sent: `npm run mutate:engine`.
		'!nodes/engine/webhook/deduplication.ts',
	],
	copied: [
		'test/protocol/callbacks/rcsBodies.ts',
		'test/nodes/engine/waiting/**',
		'test/nodes/engine/webhookOutput.test.ts',
		'test/nodes/{triggers,waiting}/**',
	],
	least: 85,
});
