/** Posted forms: what else is in their bytes, and what they have in common with calls by GET. */
import { encodeCallbackData } from '../../../protocol/callbacks/callbackData';
import { ask, closeAll, serve } from './served';

afterEach(closeAll);

const report = 'numero=33600123456&reference=123&accuse=0&ts=1767225600';

it('a report by GET and by a form that ends with a line break is one event', async () => {
	const { call, post, events } = await serve('smsboxDeliveryReportTrigger');
	await call(report);
	await post(`${report}\r\n`);
	expect(events()).toHaveLength(1);
	expect(events()[0]?.['callbackData']).toEqual({});
});

it('a report in the query and in the form is one event', async () => {
	const { trigger, call, events } = await serve('smsboxDeliveryReportTrigger');
	await call(report);
	await ask(trigger.url, { method: 'POST', headers: {}, query: `?${report}`, body: Buffer.from(report) });
	expect(events()).toHaveLength(1);
});

it('a form whose type is written in capitals starts the workflow', async () => {
	const { trigger, events } = await serve('smsboxDeliveryReportTrigger');
	const answer = await ask(trigger.url, {
		method: 'POST',
		headers: { 'content-type': 'Application/X-WWW-Form-Urlencoded' },
		query: '',
		body: Buffer.from(report),
	});
	expect([answer.status, events().length]).toEqual([200, 1]);
});

it('a report in the query takes nothing from a body of another type', async () => {
	const { trigger, events } = await serve('smsboxDeliveryReportTrigger');
	const answer = await ask(trigger.url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		query: `?${report}`,
		body: Buffer.from('{"a":1}'),
	});
	expect(answer.status).toBe(200);
	expect(events()[0]?.['callbackData']).toEqual({});
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
