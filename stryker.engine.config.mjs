import { strykerFor } from './stryker.config.mjs';

/** What is sent, when again, and to whom: `npm run mutate:engine`. Its tests run n8n's engine. */
export default strykerFor('engine', {
	mutate: ['nodes/engine/{sending,execution,policy}/**/*.ts', 'nodes/engine/webhook/deduplication.ts'],
	copied: [
		'test/nodes/engine/**',
		// They wait for answers, which an execution does.
		'test/nodes/waiting/**',
		'test/protocol/callbacks/rcsBodies.ts',
		'!test/nodes/engine/{ssrfProtection,volume,transport,networkFailure,pollSessions}.test.ts',
		'test/nodes/triggers/{deduplication.test,fakeContext,*erved}.ts',
	],
	least: 85,
});
