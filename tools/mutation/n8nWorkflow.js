/** n8n-workflow while Stryker runs, as far as the tests use it: to load all of it takes most of the time of each mutant. */
const folder = '../../node_modules/n8n-workflow/dist/cjs';
const utils = () => require(`${folder}/utils.js`);

module.exports = {
	get jsonParse() {
		return utils().jsonParse;
	},
	get jsonStringify() {
		return utils().jsonStringify;
	},
	get sleep() {
		return utils().sleep;
	},
	get ObservableObject() {
		return require(`${folder}/observable-object.js`);
	},
	get NodeConnectionTypes() {
		return require(`${folder}/interfaces.js`).NodeConnectionTypes;
	},
	get NodeHelpers() {
		return require(`${folder}/node-helpers.js`);
	},
	get NodeOperationError() {
		return require(`${folder}/errors/node-operation.error.js`).NodeOperationError;
	},
};
