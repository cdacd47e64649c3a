import { strykerFor } from './stryker.config.mjs';

/** What is sent, when again, and to whom: `npm run mutate:engine`. Its tests run n8n's engine. */
export default strykerFor('engine', {
	jestConfig: 'tools/mutation/engine.config.js',
	mutate: ['nodes/engine/{sending,execution,policy}/**/*.ts', 'nodes/engine/webhook/deduplication.ts'],
	copied: [
		'credentials/**',
		'nodes/**',
		'tools/jest/**',
		'test/{support,wire}/**',
		'test/protocol/helpers.ts',
		'test/nodes/engine/**',
		'!test/nodes/engine/{ssrfProtection,volume,transport,networkFailure,pollSessions}.test.ts',
		'test/nodes/triggers/{deduplication.test,fakeContext}.ts',
	],
	least: 85,
});
