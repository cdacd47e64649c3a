import { deliveryReports } from '../../../nodes/SmsboxDeliveryReportTrigger/deliveryReports';
import { SmsboxDeliveryReportTrigger } from '../../../nodes/SmsboxDeliveryReportTrigger/SmsboxDeliveryReportTrigger.node';
import { receive } from '../../../nodes/engine/webhook/receive';
import { smsStatuses } from '../../../protocol/sms/statuses';
import { endingOf, fakeCall } from './fakeContext';
import { closeAll, ok, refusal, serve } from './served';

const node = 'smsboxDeliveryReportTrigger';

const report = 'numero=33600123456&reference=123456789&accuse=0&ts=1705326600';

afterEach(closeAll);

describe('a delivery report', () => {
	test('is read from a posted form, with callback data in the form or in the URL', async () => {
		const { post, call, events } = await serve(node);
		await expect(post(`${report}&order=1%2B2`)).resolves.toEqual(ok);
		await expect(post(report, 'order=1%2B3')).resolves.toEqual(ok);
		expect(events()).toMatchObject([
			{ to: '+33600123456', reference: '123456789', callbackData: { order: '1+2' } },
			{ to: '+33600123456', reference: '123456789', callbackData: { order: '1+3' } },
		]);
		// The same report by GET is the same event.
		await expect(call(`${report}&order=1%2B3`)).resolves.toEqual(ok);
		expect(events()).toHaveLength(2);
	});

	test('of an unknown status starts the workflow, whatever the filters', async () => {
		const { call, events } = await serve(node, { statuses: ['0'], finalOnly: true });
		await expect(call('numero=33600123456&reference=1&accuse=42&ts=1705326600')).resolves.toEqual(ok);
		expect(events()).toEqual([
			expect.objectContaining({
				status: expect.objectContaining({ code: '42', final: null, delivered: null }),
			}),
		]);
	});

	test('without a number, a status or a readable time starts the workflow with what is known', async () => {
		const { call, events } = await serve(node, { statuses: ['0'], finalOnly: true });
		await expect(call('reference=123456789&ts=soon')).resolves.toEqual(ok);
		expect(events()).toEqual([
			expect.objectContaining({ to: null, reference: '123456789', timestamp: null }),
		]);
		expect(events()[0]).not.toHaveProperty('status');
	});

	test('comes out raw in UTF-8, whatever callback data is named charset', async () => {
		const { call, events } = await serve(node, { output: 'raw' });
		await call(`${report}&charset=iso-8859-1&name=%C3%A9`);
		expect(events()).toEqual([expect.objectContaining({ charset: 'iso-8859-1', name: 'é' })]);
	});

	const signature = 'c0ffee'.repeat(11).slice(0, 64);
	const nonce = 'abcdefghijklmnopx4Yj';
	const link = `https://shop.example.com/pay?nonce=${nonce}&signature=${signature}`;
	const token = `/webhook-waiting/17/5f2ab1e0?nonce=ponmlkjihgfedcbax4Yj&signature=${'a'.repeat(64)}`;
	test.each<[string, Record<string, string>]>([
		['fields', { nonce, signature }],
		['a link', { link }],
	])('has signed callback data as they were sent, and continues its question: %s', async (_what, data) => {
		const query = [report, new URLSearchParams(data), new URLSearchParams({ waitingExecution: token })];
		for (const output of ['simplified', 'raw']) {
			const resume = () => ({ statusCode: 200, body: 'RESUMED' });
			const { context, response, resumeCalls } = fakeCall({
				query: query.join('&'),
				parameters: { output },
				resume,
			});
			const ending = endingOf(await receive(context, deliveryReports), response);
			const callbackData = { ...data, waitingExecution: '***' };
			expect(ending).toMatchObject({ json: output === 'raw' ? callbackData : { callbackData } });
			expect(resumeCalls.map(({ url }) => url)).toEqual([`https://n8n.example.com${token}`]);
		}
	});

	test('comes out raw as it was sent, in Latin-1 where it says nothing else', async () => {
		const raw = { numero: '33600123456', reference: '123456789', accuse: '0', ts: '1705326600', note: 'é' };
		const asSent = await serve(node, { output: 'raw' });
		await asSent.call(`${report}&note=%E9`);
		expect(asSent.events()).toEqual([raw]);
	});
});

describe('the status filters', () => {
	const codesThatStart = async (parameters: {
		statuses?: string[];
		finalOnly?: boolean;
	}): Promise<string[]> => {
		const { call, events } = await serve(node, parameters);
		for (const { code } of smsStatuses)
			await expect(call(`numero=33600123456&reference=1&accuse=${code}&ts=1`)).resolves.toEqual(ok);
		return events()
			.map(({ status }) => JSON.stringify(status))
			.map((status) => /"code":"(-?\d+)"/.exec(status)?.[1] ?? '');
	};

	test('let every status through unless one is chosen', async () =>
		await expect(codesThatStart({})).resolves.toEqual(smsStatuses.map(({ code }) => code)));

	test('let the chosen ones through', async () =>
		await expect(codesThatStart({ statuses: ['7', '-3', '0'] })).resolves.toEqual(['-3', '0', '7']));

	test('leave out what is known to be followed by another status', async () => {
		const started = await codesThatStart({ finalOnly: true });
		expect(smsStatuses.map(({ code }) => code).filter((code) => !started.includes(code))).toEqual([
			'9',
			'30',
			'32',
			'39',
		]);
	});

	test('are offered from the table of the service, by name and code', () => {
		const { properties } = new SmsboxDeliveryReportTrigger().description;
		const options = properties.find(({ name }) => name === 'statuses')?.options;
		expect(options).toHaveLength(smsStatuses.length);
		expect(options).toContainEqual(expect.objectContaining({ name: 'Transmitted (9)', value: '9' }));
	});
});

test('a repeated delivery report at the same time starts the workflow once, and each is answered as it should be', async () => {
	const { call, events } = await serve(node);
	const answers = await Promise.all(Array.from({ length: 8 }, async () => await call(report)));
	expect(events()).toHaveLength(1);
	expect(answers).toContainEqual(ok);
	for (const answer of answers) expect([ok, refusal]).toContainEqual(answer);
	await expect(call(report)).resolves.toEqual(ok);
	expect(events()).toHaveLength(1);
});

describe('the source address', () => {
	const fromService = { 'x-forwarded-for': '37.59.198.135' };

	test('is the one that a believed proxy names', async () => {
		const { call, events } = await serve(node, { options: { ipAllowlist: 'smsbox' } }, { proxyHops: 1 });
		await expect(call(report, { 'x-forwarded-for': '192.0.2.1' })).resolves.toEqual(refusal);
		await expect(call(report, fromService)).resolves.toEqual(ok);
		expect(events()).toHaveLength(1);
	});
});
