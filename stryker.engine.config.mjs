import { strykerFor } from './stryker.config.mjs';

/** The send log, deduplication keys and event deduplication: `npm run mutate:engine`. */
export default strykerFor('engine', {
	mutate: ['nodes/engine/sending/**/*.ts', 'nodes/engine/webhook/deduplication.ts'],
	// Tests without n8n's engine and without a network.
	copied: [
		'nodes/engine/**',
		'test/nodes/engine/sending/**',
		'test/nodes/triggers/{deduplication.test,fakeContext}.ts',
		'test/support/{gate,reader}.ts',
	],
	least: 85,
});
