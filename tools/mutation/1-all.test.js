/**
 * All tests but the contract fixtures' as one file: Stryker runs those that reach a mutant by their names, and a file less to
 * load for each of thousands of mutants makes the difference.
 */
const { define } = require('./testFiles.js');

define((file) => !file.startsWith('contract'));
