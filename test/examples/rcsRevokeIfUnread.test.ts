import { jsonOf } from '../support/engine';
import type { ServedTrigger } from '../support/triggers';
import { DataTables } from './dataTables';
import { ExampleBed, rcsTrigger, readExample, type Fault } from './exampleBed';
import { waitOnClock } from './waitOnClock';

const name = 'rcs-revoke-if-unread';
const start = 'Run by hand';
const sendAsked = 'rcs.message.send';
const revokeAsked = 'rcs.message.revoke';

/** The simulator's own numbers: the digit after 999 says what becomes of a message. */
const numbers = {
	unread: '33600123456',
	read: '99900123456',
	failed: '99910123456',
	onItsWay: '99920123456',
	readUnreported: '99930123456',
	refused: '99940123456',
	readLate: '99980123456',
};

describe('the example "take an RCS message back if it is not read in time"', () => {
	let bed: ExampleBed;
	let tables: DataTables;
	let served: ServedTrigger;
	beforeEach(async () => {
		tables = new DataTables();
		bed = await ExampleBed.start({ nodes: { ...tables.node, ...waitOnClock(pass) } });
	});
	afterEach(async () => {
		const undeclared = await bed.undeclared();
		await bed.close();
		expect({ undeclared, errors: served.errors }).toEqual({ undeclared: [], errors: [] });
	});

	async function pass(seconds: number): Promise<void> {
		await bed.pass(seconds);
		await Promise.all(served.executions.map(async ({ result }) => await result));
	}

	/** Publishes the workflow for one number, and runs its upper flow. */
	async function offerTo(number: string, ...faults: Fault[]) {
		const workflow = readExample(name, {
			'+33600123456': number,
			'"waitBetweenTries": 5000': '"waitBetweenTries": 1',
		});
		served = await bed.serve(workflow, rcsTrigger);
		await bed.configure({ rcsWebhookUrl: served.url });
		if (faults.length > 0) await bed.break(...faults);
		return await bed.run(workflow, start);
	}

	it('offers the appointment, with two answers to tap', async () => {
		await offerTo(numbers.read);
		expect(await bed.sentByRcs()).toMatchObject([
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
		expect(await bed.sentByRcs()).toMatchObject([{ number, status: 'read' }]);
		expect(await bed.asked()).toEqual([sendAsked]);
		const [reference] = await bed.references('rcs');
		expect(tables.rows('smsbox_rcs_ends')).toEqual([{ reference, phone: number, status: 'READ' }]);
		expect(jsonOf(result, 'For the next one')).toEqual([]);
	});

	it.each([
		['delivered and not read', numbers.unread],
		['read an hour later', numbers.readLate],
	])('takes a message back that is %s, and goes on to the next person', async (_what, number) => {
		const result = await offerTo(number);
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'For the next one')).toEqual([
			{ appointment: 'today at 15:00', notReached: number },
		]);
		await pass(7_200);
		expect(await bed.sentByRcs()).toMatchObject([{ number, status: 'revoked' }]);
		expect(await bed.asked()).toEqual([sendAsked, revokeAsked]);
		expect(tables.rows('smsbox_rcs_ends')).toEqual([]);
	});

	it.each([
		['failed', numbers.failed, 'FAILED'],
		['did not reach the phone within the half hour', numbers.onItsWay, 'EXPIRED'],
	])('goes on to the next person when the message %s', async (_what, number, status) => {
		const result = await offerTo(number);
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'For the next one')).toMatchObject([{ notReached: number }]);
		expect(tables.rows('smsbox_rcs_ends')).toMatchObject([{ phone: number, status }]);
	});

	it('goes on to the next person at once when the number is refused: there is nothing to take back', async () => {
		const result = await offerTo(numbers.refused);
		expect(jsonOf(result, 'Offer the appointment')).toMatchObject([{ accepted: false }]);
		expect(jsonOf(result, 'For the next one')).toMatchObject([{ notReached: numbers.refused }]);
		expect(result.data['Half an hour']).toBeUndefined();
		expect(await bed.asked()).toEqual([sendAsked]);
	});

	describe('when the service does not say whether it took the offer', () => {
		const reference = '123456789012';
		const perhaps: Fault = {
			on: 'request',
			kind: 'body',
			body: JSON.stringify({
				response: { response_code: '202', response_desc: 'Request successfully queued.' },
				reference,
				recipients: [
					{ submitted: numbers.unread, rewrited: numbers.unread, state: 'PERHAPS', reason_code: 'LATER' },
				],
			}),
			contentType: 'application/json',
			accepted: true,
			match: { operation: sendAsked },
		};

		it('takes it back by its reference, and goes on to the next person', async () => {
			const result = await offerTo(numbers.unread, perhaps);
			expect(jsonOf(result, 'Take it back')).toMatchObject([{ messageReference: reference }]);
			expect(jsonOf(result, 'For the next one')).toMatchObject([{ notReached: numbers.unread }]);
			expect(await bed.asked()).toEqual([sendAsked, revokeAsked]);
		});
	});

	it('takes the message back though the first try had no answer', async () => {
		const cut: Fault = { on: 'request', kind: 'cut-after', match: { operation: revokeAsked } };
		const result = await offerTo(numbers.unread, cut);
		expect(result.status).toBe('success');
		expect(await bed.sentByRcs()).toMatchObject([{ status: 'revoked' }]);
		expect(await bed.asked()).toEqual([sendAsked, revokeAsked, revokeAsked]);
	});

	it('never offers it twice when it is not known whether the offer has left', async () => {
		const cut: Fault = { on: 'request', kind: 'cut-after', match: { operation: sendAsked } };
		const result = await offerTo(numbers.unread, cut);
		expect(result.error?.message).toMatch(/^May have been sent/);
		expect(await bed.asked()).toEqual([sendAsked]);
	});

	it('notes no status that is not an end, and none that nobody knows', async () => {
		await offerTo(numbers.unread);
		const [reference = ''] = await bed.references('rcs');
		await bed.changeRcsStatus(reference, 'DELAYED');
		expect((await bed.execution(served)).status).toBe('success');
		expect(tables.rows('smsbox_rcs_ends')).toEqual([]);
	});
});
