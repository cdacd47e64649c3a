/** A national number whose message may be out comes back with a credential that has a Default Country Code. */
import { runLoop } from '../../support/loopBack';
import { clearProcessedData } from '../../support/processedData';
import { apiKey, formOf, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { smsboxAccess } from '../../support/smsbox';

const server = serviceForEachTest();
beforeEach(clearProcessedData);
const dests = () => server.requests.map((request) => formOf(request).get('dest'));

it.each([
	['none, then 33', "={{ $runIndex === 0 ? '' : '33' }}"],
	['33, then none', "={{ $runIndex === 0 ? '33' : '' }}"],
])('country code by expression: %s', async (_what, countryCode) => {
	server.script = ['cut'];
	await runLoop(server.url, [{ to: '0600123456', text: 'Bonjour' }], sendPerItem, {
		...smsboxAccess(server.url, { apiKey, countryCode }),
	});
	expect(dests()).toHaveLength(1);
});

it('to is written internationally in the next round, through an account with a country code', async () => {
	server.script = ['cut'];
	await runLoop(server.url, [{ to: '0600123456', text: 'Bonjour' }], sendPerItem, {
		again: "={{ { to: '+33600123456', text: 'Bonjour' } }}",
		...smsboxAccess(server.url, { apiKey, countryCode: "={{ $runIndex === 0 ? '' : '33' }}" }),
	});
	expect(dests()).toHaveLength(1);
});
