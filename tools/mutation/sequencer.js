/** The files in the order of their names, not of what they took before. */
const { default: Sequencer } = require('../jest/installed.js')('jest', '@jest/core', '@jest/test-sequencer');

module.exports = class extends Sequencer {
	sort(tests) {
		return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1));
	}
};
