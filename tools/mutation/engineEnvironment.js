/** As `environment.js`, for tests with n8n's engine: it is loaded once, into Stryker's own process. */
const { SharedRealm } = require('../jest/environment.js');
const { endingEarly } = require('./environment.js');

module.exports = endingEarly(SharedRealm);
