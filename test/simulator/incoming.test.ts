import { advance, control, eventually, send, sendForReferences, list, state, startCalling } from './support';

describe('an incoming SMS', () => {
	it.each([
		['ISO-8859-1 where that suffices', { text: 'Ça va & é?' }, 'ISO-8859-1&message=%C7a+va+%26+%E9%3F'],
		['UTF-8 where its text needs that', { text: 'é €' }, 'UTF-8&message=%C3%A9+%E2%82%AC'],
		['the charset chosen', { text: 'é €', charset: 'ISO-8859-15' }, 'ISO-8859-15&message=%E9+%A4'],
	])('is in %s, and has the time', async (_which, sms, expected) => {
		const receiver = await startCalling('incomingSmsUrl');
		expect((await control('POST incoming', { from: '+33600123456', ...sms })).status).toBe(202);
		await eventually(() => expect(receiver.received).toHaveLength(1));
		const [, sent = ''] = (receiver.received[0]?.path ?? '').split(/&reference=\d+/);
		expect(sent).toBe(`&ts=1799838000&charset=${expected}`);
	});

	it('cannot be in a charset that lacks one of its characters', async () => {
		const sms = { from: '33600123456', text: '€', charset: 'ISO-8859-1' };
		expect(await control('POST incoming', sms)).toMatchObject({
			status: 400,
			body: { error: expect.stringContaining('charset') },
		});
	});

	it.each([
		['STOP', true],
		[' stop.', true],
		['Stop 36111', true],
		['«STOP»', true],
		['Stopped by', false],
		['Please stop', false],
		['stopé', false],
	])('by %j unsubscribes the phone from marketing: %s', async (text, isUnsubscribed) => {
		await control('POST incoming', { from: '33600123456', text });
		const answers: string[] = [];
		for (const values of [{}, { strategy: 4 }, { strategy: 3 }, { dest: '33600123457,33600123456' }])
			answers.push((await send(values)).text);
		expect(answers).toEqual(Array(4).fill(isUnsubscribed ? 'ERROR' : 'OK'));
		for (const values of [{ strategy: 1 }, { strategy: 2 }, { dest: '33600123457' }])
			expect((await send(values)).text).toBe('OK');
		expect((await state())['unsubscribed']).toEqual(isUnsubscribed ? ['33600123456'] : []);
		await control('PUT config', { unsubscribed: [] });
		expect((await send()).text).toBe('OK');
	});

	it('links to the last message sent to that number, and has a reference of its own', async () => {
		const receiver = await startCalling('incomingSmsUrl');
		await send({ mode: 'Reponse' });
		const [last] = await sendForReferences({ mode: 'Reponse' });
		await send({ dest: '33600123457' });
		const { body } = await control('POST incoming', { from: '33600123456', text: 'Yes' });
		expect(body).toMatchObject({ linkReference: last, withinReplyWindow: true });
		await eventually(() => expect(receiver.received).toHaveLength(1));
		expect(receiver.received[0]?.query.get('link_reference')).toBe(last);
		expect(receiver.received[0]?.query.get('reference')).not.toBe(last);
	});

	it('answers within 48 hours of a send in the mode Reponse, and of no other', async () => {
		const withinWindow = async (from: string): Promise<unknown> =>
			(await control('POST incoming', { from, text: 'Yes' })).body['withinReplyWindow'];
		await send({ mode: 'Reponse' });
		await send({ dest: '33600123457' });
		expect(await withinWindow('33600123457')).toBe(false);
		await advance(48 * 3_600 - 1);
		expect(await withinWindow('33600123456')).toBe(true);
		await advance(1);
		expect(await withinWindow('33600123456')).toBe(false);
	});

	it.each([
		['a reply to an SMS from a sender ID', 'Expert', {}, 'replyWindow'],
		['a reply to an SMS from a short code', 'Standard', {}, 'replyWindow'],
		['a reply to a two-way SMS', 'Reponse', {}, null],
		['STOP', 'Expert', { text: 'STOP' }, null],
		['a keyword', 'Expert', { keyword: 'SHOP' }, null],
		['a called number', 'Expert', { to: '36180' }, null],
	])('is received from every phone, %s with the warning of the API', async (_what, mode, more, warning) => {
		await send({ mode });
		const { status } = await control('POST incoming', { from: '33600123456', text: 'Yes', ...more });
		expect(status).toBe(202);
		expect((await list('messages')).at(-1)).toMatchObject({ direction: 'in', warning });
	});
});
