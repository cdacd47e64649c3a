/** What jest itself is made of, in the versions that it installed. */
const { createRequire } = require('node:module');

/** The module that the last package of the chain is, each found as a dependency of the one before. */
module.exports = (...chain) => {
	const last = chain.pop();
	const from = chain.reduce((at, name) => createRequire(at.resolve(name)), require);
	return from(last);
};
