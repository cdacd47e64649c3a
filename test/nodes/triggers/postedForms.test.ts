/** Posted forms: what else is in their bytes, and what they have in common with calls by GET. */
import { encodeCallbackData } from '../../../protocol/callbacks/callbackData';
import { ask, closeAll, ok, serve } from './served';

afterEach(closeAll);

const report = 'numero=33600123456&reference=123&accuse=0&ts=1767225600';

it.each([
	['a form that ends with a line break', 'application/x-www-form-urlencoded', '', `${report}\r\n`],
	['a form whose type is written in capitals', 'Application/X-WWW-Form-Urlencoded', '', report],
	['the query and in the form', 'application/x-www-form-urlencoded', `?${report}`, report],
	['the query, beside a body of another type', 'application/json', `?${report}`, '{"a":1}'],
])('a report in %s is the same event as by GET', async (_where, type, query, body) => {
	const { trigger, call, events } = await serve('smsboxDeliveryReportTrigger');
	const headers = { 'content-type': type };
	const post = { method: 'POST', headers, query, body: Buffer.from(body) } as const;
	await expect(ask(trigger.url, post)).resolves.toEqual(ok);
	await call(report);
	expect(events().map(({ callbackData }) => callbackData)).toEqual([{}]);
});

it('equal callback data twice is the same by GET and by form', async () => {
	const shoe = { name: 'item', value: 'shoe' };
	const options = { ignoreDuplicates: false };
	const { call, post, events } = await serve('smsboxDeliveryReportTrigger', { options });
	const query = `${report}&${encodeCallbackData([shoe, shoe])}`;
	await call(query);
	await post(query);
	const [byGet, byForm, ...others] = events();
	expect([byForm, others]).toEqual([byGet, []]);
	expect(byGet?.['callbackData']).toEqual({ item: ['shoe', 'shoe'] });
});
