/** The contract fixtures, which need all nodes: only for a mutant that no other test has found. */
const { define } = require('./testFiles.js');

if (!globalThis.isFound) define((file) => file.startsWith('contract'));
it('needs no other test', () => undefined);
