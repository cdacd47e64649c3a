import { jsonOf } from '../support/engine';
import { readExample, type Fault } from './exampleHarness';
import { perhaps, perhapsReference, setUpExample } from './setUpExample';
import { waitOnClock } from './waitOnClock';

const name = 'rcs-revoke-if-unread';
const start = 'Run by hand';
const sendAsked = 'rcs.message.send';
const revokeAsked = 'rcs.message.revoke';

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
	const at = setUpExample(name, { nodes: waitOnClock });
	const { pass } = at;

	/** Publishes the workflow for one number, and runs its upper flow. */
	async function offerTo(number: string, ...faults: Fault[]) {
		const workflow = readExample(name, {
			'+33600123456': number,
			'"waitBetweenTries": 5000': '"waitBetweenTries": 1',
		});
		await at.publish(workflow, 'rcs');
		if (faults.length > 0) await at.harness.break(...faults);
		return await at.harness.run(workflow, start);
	}

	it('offers the appointment, with two answers to tap', async () => {
		await offerTo(numbers.read);
		expect(await at.harness.sentByRcs()).toMatchObject([
			{
				number: numbers.read,
				content: {
					text: 'An appointment has become free: today at 15:00. Would you like to come earlier? 😀',
					suggestions: [
						{ reply: { text: 'Yes', postbackData: '{"earlier":true}' } },
						{ reply: { text: 'No', postbackData: '{"earlier":false}' } },
					],
				},
			},
		]);
	});

	it.each([
		['delivered and read', numbers.read],
		['read, with delivery never told', numbers.readUnreported],
	])('leaves a message alone that is %s', async (_what, number) => {
		const result = await offerTo(number);
		expect(result.status).toBe('success');
		expect(await at.harness.sentByRcs()).toMatchObject([{ number, status: 'read' }]);
		expect(await at.harness.asked()).toEqual([sendAsked]);
		const [reference] = await at.harness.references('rcs');
		expect(at.tables.rows('smsbox_rcs_statuses')).toEqual([{ reference, phone: number, status: 'READ' }]);
		expect(jsonOf(result, 'Ask the next person')).toEqual([]);
	});

	it.each([
		['delivered and not read', numbers.unread],
		['read an hour later', numbers.readLate],
	])('takes a message back that is %s, and goes on to the next person', async (_what, number) => {
		const result = await offerTo(number);
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'Ask the next person')).toEqual([
			{ appointment: 'today at 15:00', notReached: number },
		]);
		await pass(7_200);
		expect(await at.harness.sentByRcs()).toMatchObject([{ number, status: 'revoked' }]);
		expect(await at.harness.asked()).toEqual([sendAsked, revokeAsked]);
		expect(at.tables.rows('smsbox_rcs_statuses')).toEqual([]);
	});

	it.each([
		['failed', numbers.failed, 'FAILED'],
		['did not reach the phone within the half hour', numbers.onItsWay, 'EXPIRED'],
	])('goes on to the next person when the message %s', async (_what, number, status) => {
		const result = await offerTo(number);
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'Ask the next person')).toMatchObject([{ notReached: number }]);
		expect(at.tables.rows('smsbox_rcs_statuses')).toMatchObject([{ phone: number, status }]);
	});

	it('goes on to the next person at once when the number is refused: there is nothing to take back', async () => {
		const result = await offerTo(numbers.refused);
		expect(jsonOf(result, 'Offer the appointment')).toMatchObject([{ accepted: false }]);
		expect(jsonOf(result, 'Ask the next person')).toMatchObject([{ notReached: numbers.refused }]);
		expect(result.data['Wait half an hour']).toBeUndefined();
		expect(await at.harness.asked()).toEqual([sendAsked]);
	});

	it('goes on to the next person at once when the first wants no messages', async () => {
		const excluded = '"validityPeriod": 30 }, "safetyOptions": { "excludedRecipients": "+33600123456"';
		const result = await at.harness.run(readExample(name, { '"validityPeriod": 30': excluded }), start);
		expect(result.status).toBe('success');
		expect(await at.harness.asked()).toEqual([]);
		expect(jsonOf(result, 'Ask the next person')).toHaveLength(1);
	});

	it('takes back by its reference what the service perhaps took, and goes on to the next person', async () => {
		const result = await offerTo(numbers.unread, perhaps(sendAsked, numbers.unread));
		expect(jsonOf(result, 'Revoke the offer')).toMatchObject([{ messageReference: perhapsReference }]);
		expect(jsonOf(result, 'Ask the next person')).toMatchObject([{ notReached: numbers.unread }]);
		expect(await at.harness.asked()).toEqual([sendAsked, revokeAsked]);
	});

	it('takes the message back though the first try had no answer', async () => {
		const cut: Fault = { on: 'request', kind: 'cut-after', match: { operation: revokeAsked } };
		const result = await offerTo(numbers.unread, cut);
		expect(result.status).toBe('success');
		expect(await at.harness.sentByRcs()).toMatchObject([{ status: 'revoked' }]);
		expect(await at.harness.asked()).toEqual([sendAsked, revokeAsked, revokeAsked]);
	});

	it('never offers it twice when it is not known whether the offer has left', async () => {
		const cut: Fault = { on: 'request', kind: 'cut-after', match: { operation: sendAsked } };
		const result = await offerTo(numbers.unread, cut);
		expect(result.error?.message).toMatch(/^May have been sent/);
		expect(await at.harness.asked()).toEqual([sendAsked]);
	});

	it('notes no status that is not an end, and none that nobody knows', async () => {
		await offerTo(numbers.unread);
		const [reference = ''] = await at.harness.references('rcs');
		await at.harness.changeRcsStatus(reference, 'DELAYED');
		await at.started();
		expect(at.tables.rows('smsbox_rcs_statuses')).toEqual([]);
	});
});
