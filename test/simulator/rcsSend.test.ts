import { queued, webhooksOf } from './jsonSupport';
import { AGENT, HELLO, callRcs, sendForReference, sendRcs, startTold, statusesOf } from './rcsSupport';
import { advance, asList, control, list, onlyMessage, start, state } from './support';

const HOUR = 3_600;

describe('a send by RCS', () => {
	it('stands in the log with all its values, and lists what nobody declares outside of the content', async () => {
		await callRcs('message', {
			recipients: ['33600123456'],
			contentMessage: { ...HELLO, later: { added: true } },
			validity: 5,
			agentId: AGENT,
			priority: 'high',
		});
		expect(await list('requests')).toMatchObject([
			{
				operation: 'rcs.message.send',
				headers: { authorization: 'App ***' },
				fields: {
					recipients: '33600123456',
					'contentMessage.text': HELLO.text,
					validity: '5',
					agentId: AGENT,
				},
				undeclared: ['priority'],
				reply: { status: 202 },
			},
		]);
	});

	it('is shown among the messages of its number, as it was sent', async () => {
		await control('POST incoming', { from: '33600123456', text: 'By SMS' });
		await sendRcs(HELLO, ['33600123456'], { validity: 5 });
		await sendRcs(HELLO, ['33600123457']);
		const shown = await list('messages', 'messages?number=33600123456');
		expect(shown).toMatchObject([
			{ channel: 'sms' },
			{
				channel: 'rcs',
				direction: 'out',
				sender: 'MyCompany',
				agent: { agentId: AGENT },
				kind: 'text',
				text: HELLO.text,
				content: HELLO,
				status: null,
				statusName: 'accepted',
				ticks: 'none',
				validity: 5,
				expiresAt: '2027-01-13T11:05:00.000Z',
				revokedAt: null,
				credits: 1,
			},
		]);
	});
});

describe('the status of a message by RCS', () => {
	it('comes as a POST of JSON in the documented envelope, the reference as a text', async () => {
		const receiver = await startTold();
		const reference = await sendForReference(['33600123456']);
		await advance(1);
		expect(receiver.received).toMatchObject([
			{ method: 'POST', target: '/rcs?token=a%20b', headers: { 'content-type': 'application/json' } },
		]);
		expect(webhooksOf(receiver)[0]?.envelope).toEqual({
			requestType: 'status_update',
			agentId: AGENT,
			agentName: 'MyCompany',
			clientId: 123_456,
			msisdn: '+33600123456',
			requestProd: 'RCS',
			requestSubProd: 'rcs',
			requestDate: '2027-01-13T12:00:01+01:00',
			requestUUID: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
			reference,
			data: { type: 'event', eventType: 'SENT', timestamp: '1799838001' },
		});
	});

	it('is EXPIRED after its validity where it was never delivered, and not before', async () => {
		const receiver = await startTold();
		await sendRcs(HELLO, ['9992123'], { validity: 60 });
		await advance(HOUR - 1);
		expect(statusesOf(receiver)).toEqual(['SENT']);
		await advance(1);
		expect(statusesOf(receiver)).toEqual(['SENT', 'EXPIRED']);
		expect(await onlyMessage()).toMatchObject({ status: 'EXPIRED', ticks: 'failed' });
	});

	it('is EXPIRED after seven days where no validity was given', async () => {
		await sendRcs(HELLO, ['9992123']);
		await advance(7 * 24 * HOUR - 1);
		expect(await onlyMessage()).toMatchObject({ status: 'SENT' });
		await advance(1);
		expect(await onlyMessage()).toMatchObject({ status: 'EXPIRED' });
	});

	it('does not expire once it was delivered by hand', async () => {
		const reference = await sendForReference(['9992123']);
		await advance(60);
		await control('POST rcs/status', { reference, status: 'DELIVERED' });
		await advance(8 * 24 * HOUR);
		expect(await onlyMessage()).toMatchObject({ status: 'DELIVERED' });
	});

	it('is READ when the phone reads what was delivered to it, once', async () => {
		const receiver = await startTold();
		await sendForReference(['33600123456', '9998123', '9992123']);
		await advance(60);
		const read = async (number: string): Promise<unknown> =>
			(await control('POST rcs/read', { number })).body['read'];
		expect([await read('+33600123456'), await read('33600123456')]).toEqual([1, 0]);
		expect([await read('9998123'), await read('9992123')]).toEqual([1, 0]);
		await advance(2 * HOUR);
		expect(statusesOf(receiver).filter((status) => status === 'READ')).toHaveLength(2);
	});

	it('can be moved on by hand, to one recipient or to all, to any status', async () => {
		const receiver = await startTold();
		const reference = await sendForReference(['33600123456', '33600123457']);
		const move = async (given: object): Promise<unknown> =>
			(await control('POST rcs/status', { reference, ...given })).body['messages'];
		expect(await move({ status: 'READ' })).toBe(2);
		expect(await move({ number: '+33600123457', status: 'ARCHIVED' })).toBe(1);
		await advance(0);
		const told = webhooksOf(receiver).map(({ envelope, data }) => [envelope['msisdn'], data['eventType']]);
		expect(told).toHaveLength(3);
		expect(told).toContainEqual(['+33600123457', 'ARCHIVED']);
	});
});

describe('the state of a phone', () => {
	it('can be set, overrides what its number says, and is taken back by null and by a reset', async () => {
		await startTold();
		const set = async (number: string, name: string | null): Promise<unknown> =>
			(await control('PUT rcs/phones', { number, state: name })).body['phones'];
		expect(await set('+33600123456', 'unreachable')).toEqual([
			{ number: '33600123456', state: 'unreachable' },
		]);
		await set('9994123', 'reading');
		await sendForReference(['33600123456', '9994123']);
		await advance(60);
		expect((await list('messages')).map(({ status }) => status)).toEqual(['FAILED', 'READ']);
		expect(await set('33600123456', null)).toEqual([{ number: '9994123', state: 'reading' }]);
		await control('POST reset');
		expect(await list('phones', 'rcs/phones')).toEqual([]);
	});

	it.each([
		{ number: 'nobody', state: null },
		{ number: '33600123456' },
		{ number: '33600123456', state: 'toString' },
	])('is not set by %j', async (given) => {
		expect((await control('PUT rcs/phones', given)).status).toBe(400);
	});

	it('is kept for as many phones as are kept of all else', async () => {
		await start({ capacity: 2 });
		for (const number of ['33600123451', '33600123452', '33600123453'])
			await control('PUT rcs/phones', { number, state: 'failing' });
		const kept = await list('phones', 'rcs/phones');
		expect(kept.map(({ number }) => number)).toEqual(['33600123452', '33600123453']);
	});
});

describe('taking a message back', () => {
	const revoke = async (reference: string, recipients: readonly string[]): Promise<unknown> =>
		(await callRcs('revoke', { recipients, reference })).body;

	it('removes it from the phones it names before it is read, and answers like a send', async () => {
		const reference = await sendForReference(['33600123456', '33600123457']);
		await advance(60);
		expect(await revoke(reference, ['+33600123456'])).toEqual(queued('+33600123456'));
		expect(await list('messages')).toMatchObject([
			{ status: 'REVOKED', statusName: 'revoked', ticks: 'revoked', revokedAt: '2027-01-13T11:01:00.000Z' },
			{ status: 'DELIVERED', revokedAt: null },
		]);
		expect(await state()).toMatchObject({ balance: 998 });
	});

	it('before it arrives lets nothing follow, not even that it expired, and tells nobody', async () => {
		const receiver = await startTold();
		const numbers = ['33600123456', '9992123', '9998123'];
		const reference = await sendForReference(numbers);
		expect(await revoke(reference, numbers)).toMatchObject({ recipients: [{}, {}, {}] });
		await advance(8 * 24 * HOUR);
		expect(statusesOf(receiver)).toEqual([]);
		expect((await list('messages')).map(({ status }) => status)).toEqual(numbers.map(() => 'REVOKED'));
		expect((await control('POST rcs/read', { number: '33600123456' })).body).toEqual({ read: 0 });
	});

	it.each([
		['9990123', 'READ'],
		['9991123', 'FAILED'],
	])('comes too late for %s, which is %s', async (number, status) => {
		const reference = await sendForReference([number]);
		await advance(60);
		expect(await revoke(reference, [number])).toMatchObject({
			recipients: [{ state: 'ACCEPTED' }],
		});
		expect(await onlyMessage()).toMatchObject({ status, revokedAt: null });
	});

	it('of what nobody sent, or another agent, is taken on and does nothing', async () => {
		const rcsAgents = [AGENT, 'other'].map((agentId) => ({ agentId, name: 'Shop' }));
		await start({ rcsAgents });
		const reference = await sendForReference(['33600123456']);
		const body = { recipients: ['33600123456'], reference };
		expect((await callRcs('revoke', body, { agent: 'other' })).status).toBe(202);
		expect((await callRcs('revoke', { ...body, reference: 'nothing' })).status).toBe(202);
		expect(await onlyMessage()).toMatchObject({ status: null });
	});
});

describe('adding testers', () => {
	const OK = { response_code: '200', response_desc: 'Request successfully processed.' };

	it('takes those that are new, and says of the others that they are there already', async () => {
		const add = async (recipients: unknown): Promise<unknown> => {
			const { status, body } = await callRcs('add-testers', { recipients });
			expect(status).toBe(200);
			return body;
		};
		const entry = (submitted: string, known: boolean): object => ({
			submitted,
			rewrited: submitted.replace('+', ''),
			state: known ? 'DELETED' : 'ACCEPTED',
			reason_code: known ? 'ALREADY_ADDED' : 'PROCESSING',
		});
		expect(await add(['33600123456'])).toEqual({
			response: OK,
			details: 'Request processed.',
			recipients: [entry('33600123456', false)],
		});
		expect(await add(['+33600123456', '33600123457'])).toEqual({
			response: OK,
			details: 'Request processed.',
			recipients: [entry('+33600123456', true), entry('33600123457', false)],
		});
		expect(await add('33600123457')).toEqual({
			response: OK,
			details: 'Request processed but no recipient to add.',
			recipients: [entry('33600123457', true)],
		});
	});

	it('refuses a phone that is meant to be refused, each time', async () => {
		for (let time = 0; time < 2; time++) {
			const { body } = await callRcs('add-testers', { recipients: ['9994123'] });
			expect(body).toMatchObject({
				details: 'Request processed but no recipient to add.',
				recipients: [{ state: 'REJECTED', reason_code: 'NOT_ALLOWED' }],
			});
		}
	});

	it('is done for one agent, and forgotten by a reset', async () => {
		const rcsAgents = ['one', 'two'].map((agentId) => ({ agentId, name: 'Shop' }));
		await start({ rcsAgents });
		const add = async (agent: string): Promise<unknown> =>
			(await callRcs('add-testers', { recipients: ['33600123456'] }, { agent })).body['details'];
		expect([await add('one'), await add('two')]).toEqual(['Request processed.', 'Request processed.']);
		await control('POST reset');
		expect(await add('one')).toBe('Request processed.');
	});
});

describe('a check of capabilities', () => {
	it('says whom RCS reaches, and what their phones can do', async () => {
		const recipients = ['+33600123456', '9991123', '9994123', 'nobody'];
		const { status, body } = await callRcs('capabilities', { recipients });
		expect([status, Object.keys(body)]).toEqual([200, ['response', 'recipients']]);
		const results = asList(body['recipients']);
		expect(results.map(({ submitted, state: is, reason_code }) => [submitted, is, reason_code])).toEqual([
			['+33600123456', 'SUCCESS', 'REACHABLE'],
			['9991123', 'SUCCESS', 'NOT_REACHABLE'],
			['9994123', 'REJECTED', 'NOT_ALLOWED'],
			['nobody', 'REJECTED', 'INVALID_RECIPIENT'],
		]);
		expect(results[0]?.['capabilities']).toEqual(
			expect.arrayContaining(['chatBotCommunication', 'RICHCARD_STANDALONE']),
		);
		expect(results.slice(1).map(({ capabilities }) => capabilities)).toEqual([[], [], []]);
		expect(await state()).toMatchObject({ balance: 1_000, counts: { messages: 0 } });
	});
});
