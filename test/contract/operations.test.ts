/** The operations and webhooks of the documentation, counted: by the nodes, by the simulator, by the golden exchanges. */
import { callbackCases, exchangeCases } from '../support/golden';
import { operationsOf } from '../support/registry';
import { smsboxNode } from '../support/smsbox';

/** "Account API" and "Business messaging (WABA) API": a row of their tables each. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
	smsboxAccount: ['credit.getBalance', 'credit.transfer', 'subAccount.create'],
	smsboxWaba: [
		'message.sendText',
		'message.sendAudio',
		'message.sendDocument',
		'message.sendImage',
		'message.sendVideo',
		'message.sendLocation',
		'message.sendReply',
		'message.sendReaction',
		'message.sendButtons',
		'message.sendList',
		'message.sendOtp',
		'message.markAsRead',
		'file.download',
		'template.getAll',
	],
};

/** "Business messaging webhooks", and the kinds of an incoming message that are told apart. */
const REQUEST_TYPES = ['incoming_error', 'incoming_message', 'status_update'];
const KINDS = ['document', 'image', 'location', 'reaction', 'text', 'video'];
const STATUSES = ['ack', 'delivered', 'failed', 'read', 'sent'];

function valueAt(value: unknown, ...path: string[]): unknown {
	return path.reduce<unknown>(
		(place, name) => (typeof place === 'object' && place !== null ? Reflect.get(place, name) : undefined),
		value,
	);
}

describe.each(Object.entries(OPERATIONS))('%s', (name, operations) => {
	it('has exactly the operations of the documentation', () => {
		const own = operationsOf(smsboxNode(name)).map(({ resource, operation }) => `${resource}.${operation}`);
		expect(own.sort()).toEqual([...operations].sort());
	});

	it.each(operations)('is answered by the simulator: %s', (operation) => {
		const answered = exchangeCases('account', 'waba').filter(
			(golden) =>
				golden.operation.node === name &&
				`${golden.operation.resource}.${golden.operation.operation}` === operation &&
				golden.sides.includes('simulator') &&
				golden.exchanges.some(({ reply }) => reply.status < 300 && !/^ERR/.test(reply.body ?? '')),
		);
		expect(answered.length).toBeGreaterThan(0);
	});
});

describe('webhooks that the simulator sends and the trigger reads', () => {
	const sent = callbackCases()
		.filter(({ trigger, sides }) => trigger === 'smsboxWabaTrigger' && sides.length === 2)
		.flatMap(({ callbacks }) => callbacks.map(({ json }) => json));
	const seen = (...path: string[]): Set<unknown> => new Set(sent.map((json) => valueAt(json, ...path)));

	it('are of every request type', () => {
		expect([...seen('requestType')].sort()).toEqual(REQUEST_TYPES);
	});

	it.each(KINDS)('are of the kind %s', (kind) => {
		expect(seen('data', 'type')).toContain(kind);
	});

	it.each(STATUSES)('have the status %s', (status) => {
		expect(seen('data', 'status')).toContain(status);
	});
});
