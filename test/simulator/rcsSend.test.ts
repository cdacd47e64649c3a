import { queued } from './jsonSupport';
import { AGENT, HELLO, callRcs, sendForReference, sendRcs, startTold, statusesOf } from './rcsSupport';
import { advance, asList, control, list, ofMessages, onlyMessage, start, state } from './support';

const HOUR = 3_600;

it('a send by RCS is shown among the messages, as it was sent', async () => {
	await sendRcs(HELLO, ['33600123456'], { validity: 5 });
	expect(await onlyMessage()).toMatchObject({
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
	});
});

describe('the status of a message by RCS', () => {
	it.each([
		['its validity', { validity: 60 }, HOUR],
		['seven days where no validity was given', {}, 7 * 24 * HOUR],
	])('is EXPIRED after %s where it was never delivered, and not before', async (_when, more, seconds) => {
		const receiver = await startTold();
		await sendRcs(HELLO, ['9992123'], more);
		await advance(seconds - 1);
		expect(statusesOf(receiver)).toEqual(['SENT']);
		expect(await onlyMessage()).toMatchObject({ status: 'SENT' });
		await advance(1);
		expect(statusesOf(receiver)).toEqual(['SENT', 'EXPIRED']);
		expect(await onlyMessage()).toMatchObject({ status: 'EXPIRED', ticks: 'failed' });
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
		const read = async (number: string) => (await control('POST rcs/read', { number })).body['read'];
		expect([await read('+33600123456'), await read('33600123456')]).toEqual([1, 0]);
		expect([await read('9998123'), await read('9992123')]).toEqual([1, 0]);
		await advance(2 * HOUR);
		expect(statusesOf(receiver).filter((status) => status === 'READ')).toHaveLength(2);
	});
});

describe('the state of a phone', () => {
	it('can be set, overrides what its number says, and is taken back by null and by a reset', async () => {
		await startTold();
		const set = async (number: string, name: string | null): Promise<unknown> =>
			(await control('PUT rcs/phones', { number, state: name })).body['phones'];
		const unreachable = { number: '33600123456', state: 'unreachable' };
		expect(await set('+33600123456', 'unreachable')).toEqual([unreachable]);
		await set('9994123', 'reading');
		await sendForReference(['33600123456', '9994123']);
		await advance(60);
		expect(await ofMessages('status')).toEqual(['FAILED', 'READ']);
		expect(await set('33600123456', null)).toEqual([{ number: '9994123', state: 'reading' }]);
		await control('POST reset');
		expect(await list('phones', 'rcs/phones')).toEqual([]);
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
		expect(await ofMessages('status')).toEqual(numbers.map(() => 'REVOKED'));
		expect((await control('POST rcs/read', { number: '33600123456' })).body).toEqual({ read: 0 });
	});

	it.each([
		['9990123', 'READ'],
		['9991123', 'FAILED'],
	])('comes too late for %s, which is %s', async (number, status) => {
		const reference = await sendForReference([number]);
		await advance(60);
		expect(await revoke(reference, [number])).toMatchObject({ recipients: [{ state: 'ACCEPTED' }] });
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

it('a check of capabilities says whom RCS reaches, and costs nothing', async () => {
	const recipients = ['33600123456', '9991123', '9994123', 'nobody'];
	const { body } = await callRcs('capabilities', { recipients });
	const results = asList(body['recipients']);
	expect(results.map(({ submitted, state: is, reason_code }) => [submitted, is, reason_code])).toEqual([
		['33600123456', 'SUCCESS', 'REACHABLE'],
		['9991123', 'SUCCESS', 'NOT_REACHABLE'],
		['9994123', 'REJECTED', 'NOT_ALLOWED'],
		['nobody', 'REJECTED', 'INVALID_RECIPIENT'],
	]);
	expect(results[3]?.['capabilities']).toEqual([]);
	expect(await state()).toMatchObject({ balance: 1_000, counts: { messages: 0 } });
});
