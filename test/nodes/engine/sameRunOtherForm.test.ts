/** In one run: an unknown outcome to a national number, then the same message to the same person through an account with a country code. */
import { inLists } from '../../support/inLists';
import { clearProcessedData } from '../../support/processedData';
import { formOf, goOn, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { smsboxAccess } from '../../support/smsbox';

const server = serviceForEachTest();
beforeEach(clearProcessedData);

it.each(['', '33'])('country code of the second: %j', async (cc) => {
	server.script = ['cut'];
	await server.run({
		parameters: { ...sendPerItem, ...inLists({ maxConcurrentRequests: 1 }) },
		items: [
			{ to: '0600123456', text: 'Bonjour', cc: '' },
			{ to: '+33600123456', text: 'Bonjour', cc },
		],
		settings: goOn,
		...smsboxAccess(server.url, { countryCode: '={{ $json.cc }}' }),
	});
	expect(server.requests.map((request) => formOf(request).get('dest'))).toEqual(['0600123456']);
});
