import { advance, control, list, ofMessages, onlyMessage, send, start, state } from './support';
import { AGENT, HELLO, PHONE, write, sendWaba, startTold } from './wabaSupport';

/** Rules that the simulator warns about, and enforces on request. */

const DAY_S = 86_400;

const outcomes = [
	['before eight', '2027-01-13T06:59:00Z', 'marketingHours'],
	['from eight on', '2027-01-13T07:00:00Z', null],
	['before twenty', '2027-01-13T18:59:00Z', null],
	['from twenty on', '2027-01-13T19:00:00Z', 'marketingHours'],
	['on a Saturday', '2027-01-16T11:00:00Z', null],
	['on a Sunday', '2027-01-17T11:00:00Z', 'marketingHours'],
	['on 14 July', '2027-07-14T10:00:00Z', 'marketingHours'],
	['on Easter Monday', '2027-03-29T10:00:00Z', 'marketingHours'],
	['on Ascension Day', '2027-05-06T10:00:00Z', 'marketingHours'],
	['on Whit Monday', '2027-05-17T10:00:00Z', 'marketingHours'],
	['on Easter Monday of another year', '2028-04-17T10:00:00Z', 'marketingHours'],
	['on the day after it', '2028-04-18T10:00:00Z', null],
] as const;

describe('the legal hours of marketing SMS', () => {
	it.each(outcomes)(
		'%s: a message outside them has a warning, and is rejected if they are enforced',
		async (_when, time, warning) => {
			await start({ startAt: new Date(time) });
			for (const given of [{ strategy: 4 }, {}, { strategy: 3 }]) expect((await send(given)).text).toBe('OK');
			expect(await ofMessages('warning')).toEqual([warning, warning, null]);

			await start({ startAt: new Date(time), enforceMarketingHours: true });
			const text = warning === null ? 'OK' : 'ERROR';
			expect((await send({ strategy: 4 })).text).toBe(text);
			expect((await send()).text).toBe(text);
			expect((await send({ strategy: 3 })).text).toBe('OK');
			expect(new Set(await ofMessages('warning'))).toEqual(new Set([null]));
		},
	);

	it('count when the message leaves, not when it is sent', async () => {
		await send({ date: '17/01/2027', heure: '12:00' });
		expect(await onlyMessage()).toMatchObject({ warning: 'marketingHours', statusName: 'Scheduled' });
		await control('PUT config', { enforceMarketingHours: true });
		expect((await send({ date: '17/01/2027', heure: '12:00' })).text).toBe('ERROR');
		expect((await send({ date: '18/01/2027', heure: '12:00' })).text).toBe('OK');
	});
});

describe('the 24-hour window of WhatsApp', () => {
	const warnings = async (): Promise<unknown[]> =>
		(await list('messages'))
			.filter(({ direction }) => direction === 'out')
			.map((message) => message['warning']);

	it('is open for 24 hours after the recipient last wrote, and each message outside it has a warning', async () => {
		await sendWaba();
		await write({ type: 'text', text: 'Hi' });
		await sendWaba();
		await advance(DAY_S - 1);
		await sendWaba();
		await advance(1);
		await sendWaba();
		expect(await warnings()).toEqual(['serviceWindow', null, null, 'serviceWindow']);
		for (const { statusName } of await list('messages')) expect(statusName).not.toBe('failed');
	});

	it('is open for the one who wrote, and with the agent they wrote to', async () => {
		const agent = { wabaId: AGENT, phoneNumber: '33600123400', name: 'MyCompany' };
		await start({ agents: [PHONE, '9'].map((phoneId) => ({ ...agent, phoneId })) });
		await write({ from: '33600123456', type: 'text', text: 'Hi' });
		await write({ from: '33600123457', phoneId: '9', type: 'text', text: 'Hi' });
		await sendWaba(HELLO, ['33600123456', '33600123457']);
		expect(await warnings()).toEqual([null, 'serviceWindow']);
	});

	it('does not concern templates', async () => {
		await start({ enforceServiceWindow: true });
		await control('POST samples', { sample: 'waba-code', number: '33600123456' });
		await advance(10);
		expect(await onlyMessage()).toMatchObject({ warning: null, status: 'delivered' });
	});

	it('makes messages outside it fail if it is enforced, and a webhook reports why', async () => {
		const receiver = await startTold();
		await control('PUT config', { enforceServiceWindow: true });
		expect(await state()).toMatchObject({ enforceServiceWindow: true });
		await write({ from: '33600123457', type: 'text', text: 'Hi' });
		const { status } = await sendWaba(HELLO, ['33600123456', '33600123457']);
		expect(status).toBe(202);
		await advance(10);
		const [, closed, open] = await list('messages');
		expect(closed).toMatchObject({ status: 'failed', warning: null, errors: [{ code: 131047 }] });
		expect(open).toMatchObject({ status: 'delivered', warning: null, errors: [] });
		expect(receiver.received.filter(({ body }) => body.includes('131047'))).toHaveLength(1);
	});
});
