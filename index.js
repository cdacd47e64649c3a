// n8n loads the nodes and the credential by the "n8n" attribute of package.json; this file only makes the
// package resolvable by its name.
module.exports = {};
