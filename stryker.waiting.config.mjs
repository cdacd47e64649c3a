import { strykerFor } from './stryker.config.mjs';

/** Questions, tokens and the answer page, and what triggers receive: `npm run mutate:waiting`. */
export default strykerFor('waiting', {
	mutate: [
		'nodes/engine/{waiting,webhook}/**/*.ts',
		// With the send log: `npm run mutate:engine`.
		'!nodes/engine/webhook/deduplication.ts',
	],
	// Tests without n8n's engine and without a network.
	copied: [
		'nodes/**',
		'!nodes/**/*.node.json',
		'test/nodes/engine/waiting/**',
		'test/nodes/engine/webhookOutput.test.ts',
		'test/nodes/triggers/{ipAllowlist,onReceiptClock,receiver,registration,wabaReceiver,webhookReceiver}.test.ts',
		'test/nodes/triggers/{fakeContext,served,wabaServed,rcsServed,webhookServed}.ts',
		'test/nodes/waiting/{answers,choiceIds,lostTaps,page,review}.test.ts',
		'test/protocol/callbacks/rcsBodies.ts',
		'test/support/{reader,waitingCall}.ts',
	],
	// To be 85, once the tests that need n8n's engine are no longer the only ones of what they reach.
	least: 70,
});
