/** That the counting sees what it is there to see. */
import { readDeliveryReport } from '../../../protocol/callbacks/deliveryReport';
import { deliveryReport } from '../support/deliveryReport';
import { accountOf } from './account';
import type { SimulatedCallback, StoredEvents } from './stage';

const ok = { status: 200, body: 'OK', error: null };
const notFound = { status: 404, body: '{"code":404}', error: null };
const starting = { status: 200, body: 'n8n is starting up. Please wait', error: null };
const cutOff = { status: null, body: null, error: 'socket hang up' };

function callback(
	reference: string,
	state: SimulatedCallback['state'],
	...attempts: SimulatedCallback['attempts']
): SimulatedCallback {
	return { url: `http://127.0.0.1:1/webhook/a/smsbox?${deliveryReport(reference)}`, state, attempts };
}

function execution(id: string, reference: string, status = 'success'): StoredEvents {
	const eventId = readDeliveryReport(deliveryReport(reference))?.eventId ?? '';
	const events = [{ eventId, event: 'delivery_report' }];
	return { id, status, mode: 'webhook', since: '2026-03-01 12:00:00.000', events, handedOver: [] };
}

const references = (fates: { reference: string }[]): string[] => fates.map(({ reference }) => reference);

describe('the account of a run', () => {
	it('has nothing to say of callbacks that are acknowledged and stored once each', () => {
		const account = accountOf(
			[callback('1', 'acknowledged', cutOff, ok), callback('2', 'acknowledged', ok)],
			[execution('10', '1'), execution('11', '2')],
		);
		expect(account).toMatchObject({
			acknowledgedInVain: [],
			lost: [],
			startedTwice: [],
			otherSuccesses: 0,
			notSuccessful: [],
		});
		expect(account.fates).toHaveLength(2);
	});

	it('finds what was acknowledged and not stored, and what was lost', () => {
		const account = accountOf(
			[
				callback('1', 'acknowledged', ok),
				callback('2', 'failed', cutOff, notFound),
				callback('3', 'failed', cutOff, notFound),
				callback('4', 'pending', cutOff),
			],
			[execution('10', '3')],
		);
		expect(references(account.acknowledgedInVain)).toEqual(['1']);
		expect(references(account.lost)).toEqual(['2']);
	});

	it('finds what was started twice, what a kill cut off, and a success that is none', () => {
		const account = accountOf(
			[callback('1', 'acknowledged', starting, cutOff, ok)],
			[execution('10', '1', 'crashed'), execution('11', '1')],
		);
		expect(references(account.startedTwice)).toEqual(['1']);
		expect(account.notSuccessful.map(({ id }) => id)).toEqual(['10']);
		expect(account.otherSuccesses).toBe(1);
	});

	it('refuses to count where two callbacks say the same', () => {
		expect(() => accountOf([callback('1', 'pending'), callback('1', 'pending')], [])).toThrow('same event');
	});
});
