import { jsonOf } from '../support/engine';
import type { Fault } from './exampleHarness';
import { cut, perhaps, perhapsReference } from './faults';
import { setUpExample } from './setUpExample';
import { waitOnClock } from './waitOnClock';

const sendAsked = 'rcs.message.send';
const revokeAsked = 'rcs.message.revoke';
const next = 'Ask the next person';

/** The simulator's own numbers: the digit after 999 says what becomes of a message. */
const numbers = {
	unread: '+33600123456',
	read: '+99900123456',
	failed: '+99910123456',
	onItsWay: '+99920123456',
	readUnreported: '+99930123456',
	refused: '+99940123456',
	readLate: '+99980123456',
};

describe('the example "revoke an RCS message if it is not read in time"', () => {
	const at = setUpExample('rcs-revoke-if-unread', {
		published: 'rcs',
		edits: { '"waitBetweenTries": 5000': '"waitBetweenTries": 1' },
		nodes: waitOnClock,
	});
	const statuses = () => at.tables.rows('smsbox_rcs_statuses');

	/** Runs the upper flow for one number. */
	async function offerTo(number: string, ...faults: Fault[]) {
		if (faults.length > 0) await at.harness.break(...faults);
		return await at.run({ [numbers.unread]: number });
	}

	it('offers the appointment, with two answers to tap', async () => {
		await offerTo(numbers.read);
		const text = 'An appointment has become free: today at 15:00. Would you like to come earlier? 😀';
		const suggestions = [
			{ reply: { text: 'Yes', postbackData: '{"earlier":true}' } },
			{ reply: { text: 'No', postbackData: '{"earlier":false}' } },
		];
		const content = { text, suggestions };
		expect(await at.harness.sentByRcs()).toMatchObject([{ number: numbers.read, content }]);
	});

	it.each([
		['delivered and read', numbers.read],
		['read, with delivery never told', numbers.readUnreported],
	])('leaves a message alone that is %s', async (_what, number) => {
		const result = await offerTo(number);
		expect(await at.harness.sentByRcs()).toMatchObject([{ number, status: 'read' }]);
		expect(await at.harness.asked()).toEqual([sendAsked]);
		const [reference] = await at.harness.references('rcs');
		expect(statuses()).toEqual([{ reference, phone: number, status: 'READ' }]);
		expect(jsonOf(result, next)).toEqual([]);
	});

	it.each([
		['delivered and not read', numbers.unread, []],
		['read an hour later', numbers.readLate, []],
		['not read, though the first try has no answer', numbers.unread, [cut(revokeAsked)]],
	])('takes a message back that is %s, and goes on to the next person', async (_what, number, faults) => {
		const result = await offerTo(number, ...faults);
		expect(jsonOf(result, next)).toEqual([{ appointment: 'today at 15:00', notReached: number }]);
		await at.pass(7_200);
		expect(await at.harness.sentByRcs()).toMatchObject([{ number, status: 'revoked' }]);
		const tries = faults.map(() => revokeAsked);
		expect(await at.harness.asked()).toEqual([sendAsked, ...tries, revokeAsked]);
		expect(statuses()).toEqual([]);
	});

	it.each([
		['failed', numbers.failed, 'FAILED'],
		['did not reach the phone within the half hour', numbers.onItsWay, 'EXPIRED'],
	])('goes on to the next person when the message %s', async (_what, number, status) => {
		const result = await offerTo(number);
		expect(jsonOf(result, next)).toMatchObject([{ notReached: number }]);
		expect(statuses()).toMatchObject([{ phone: number, status }]);
	});

	it('goes on to the next person at once when the number is refused: there is nothing to take back', async () => {
		const result = await offerTo(numbers.refused);
		expect(jsonOf(result, 'Offer the appointment')).toMatchObject([{ accepted: false }]);
		expect(jsonOf(result, next)).toMatchObject([{ notReached: numbers.refused }]);
		expect(result.data['Wait half an hour']).toBeUndefined();
		expect(await at.harness.asked()).toEqual([sendAsked]);
	});

	it('goes on to the next person at once when the first wants no messages', async () => {
		const excluded = '"validityPeriod": 30 }, "safetyOptions": { "excludedRecipients": "+33600123456"';
		const result = await at.run({ '"validityPeriod": 30': excluded });
		expect(await at.harness.asked()).toEqual([]);
		expect(jsonOf(result, next)).toHaveLength(1);
	});

	it('takes back by its reference what the service perhaps took, and goes on to the next person', async () => {
		const result = await offerTo(numbers.unread, perhaps(sendAsked, numbers.unread));
		expect(jsonOf(result, 'Revoke the offer')).toMatchObject([{ messageReference: perhapsReference }]);
		expect(jsonOf(result, next)).toMatchObject([{ notReached: numbers.unread }]);
		expect(await at.harness.asked()).toEqual([sendAsked, revokeAsked]);
	});

	it('never offers it twice when it is not known whether the offer has left', async () => {
		await at.harness.break(cut(sendAsked));
		expect((await at.fail()).error?.message).toMatch(/^May have been sent/);
		expect(await at.harness.asked()).toEqual([sendAsked]);
	});

	it('notes no status that is not an end, and none that nobody knows', async () => {
		await offerTo(numbers.unread);
		const [reference = ''] = await at.harness.references('rcs');
		await at.harness.changeStatus('rcs', reference, 'DELAYED');
		await at.started();
		expect(statuses()).toEqual([]);
	});
});
