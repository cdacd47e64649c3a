/** n8n's engine for triggers while Stryker runs: none. What shares a file with it is used without. */
module.exports = {};
