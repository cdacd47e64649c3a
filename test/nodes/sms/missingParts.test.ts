/** A number made of two fields, one of which the item doesn't have. */
import { inLists } from '../../support/inLists';
import { clearProcessedData } from '../../support/processedData';
import { formOf, sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
beforeEach(clearProcessedData);
const dests = () => server.requests.map((request) => formOf(request).get('dest'));

it.each([
	['country code missing', '=+{{ $json.country }}{{ $json.phone }}', { phone: '15112345678' }],
	['country code null', '=+{{ $json.country }}{{ $json.phone }}', { country: null, phone: '15112345678' }],
	['00, country code missing', '=00{{ $json.country }}{{ $json.phone }}', { phone: '15112345678' }],
	['French mobile', '=+{{ $json.country }}{{ $json.phone }}', { phone: '612345678' }],
])('%s', async (_what, to, item) => {
	const result = await server.run({ parameters: { ...sendParameters, to }, items: [item] });
	expect([dests(), result.error?.message]).toEqual([[], expect.stringMatching(/country|area|field/)]);
});

it('Excluded Recipients: the person whose country code is missing is not forgotten', async () => {
	const excludedRecipients = '=+{{ $json.country }}{{ $json.optedOut }}';
	await server.run({
		parameters: { ...sendParameters, to: '+4915112345678', ...inLists({ excludedRecipients }) },
		items: [{ optedOut: '15112345678' }],
	});
	expect(dests()).toEqual([]);
});

it('Allowed Recipients: a missing area does not allow the whole country', async () => {
	const allowedRecipients = '=+33{{ $json.area }}*';
	await server.run({
		parameters: { ...sendParameters, to: '+33600123456', ...inLists({ allowedRecipients }) },
		items: [{ aera: '262' }],
	});
	expect(dests()).toEqual([]);
});
