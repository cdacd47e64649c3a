/**
 * Has the end-to-end tests that take longest begin first, so that the workers end together. jest knows how long a file
 * took on this machine only, and a fresh clone knows nothing.
 */
const path = require('node:path');
const { default: Sequencer } = require('./installed.js')('jest', '@jest/core', '@jest/test-sequencer');

/** Files that take minutes, the longest first; all others come after them. */
const longest = [
	'queue/queue.test.ts',
	'matrix/acknowledged.test.ts',
	'history/history.test.ts',
	'faults/kills.test.ts',
	'waiting/matrix.test.ts',
	'sends/sends.test.ts',
	'waiting/traffic.test.ts',
	'matrix/appointments.test.ts',
	'matrix/assistant.test.ts',
	'browser/editor.test.ts',
	'browser/phonePage.test.ts',
	'matrix/matrix.test.ts',
	'faults/addresses.test.ts',
];

/** The place of a file in the list; behind it for one that isn't there. */
function placeOf({ path: file }) {
	const place = longest.findIndex((name) => file.endsWith(path.normalize(`/test/e2e/${name}`)));
	return place === -1 ? longest.length : place;
}

module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		return [...tests].sort((a, b) => placeOf(a) - placeOf(b));
	}
};
