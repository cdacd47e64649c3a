/**
 * fast-check while Stryker runs: few runs, always the same ones, and any character out of a short list. Each mutant takes
 * all tests that reach it; a score that chance has part in could not be held, and the list of all characters takes half a
 * second to make.
 */
// By its whole path: so `runtime.js` loads it once for all mutants.
const fc = require(require.resolve('../../node_modules/fast-check/lib/cjs/fast-check.js'));

const seed = 20260504;
const mostRuns = 25;

const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
const others = [...'\u0080\u009féÿœŁ߀٣अ0\u200b\u2028€–“漢あ한\ufeff\uffff😀𝟘'];
const characters = fc.default.constantFrom(...ascii, ...others);
const units = { binary: characters, grapheme: characters };

const string = ({ unit, ...constraints } = {}) =>
	fc.default.string({ ...constraints, ...(unit !== undefined && { unit: units[unit] ?? unit }) });

const assert = (property, { numRuns = mostRuns, ...parameters } = {}) =>
	fc.default.assert(property, { ...parameters, seed, numRuns: Math.min(numRuns, mostRuns) });

module.exports = { ...fc, default: { ...fc.default, assert, string } };
Object.defineProperty(module.exports, '__esModule', { value: true });
