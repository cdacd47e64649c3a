/** The operations and events of the interface, counted: by the nodes, by the simulator, by the contract fixtures. */
import {
	callbackCases,
	exchangeCases,
	type ExchangeCase,
	type FixtureReply,
} from '../support/contractFixtures';
import { choicesOf, type DescribedOperation, operationsOf, waits } from '../support/registry';
import { smsboxNode, smsboxNodes } from '../support/smsbox';

/**
 * The interface's operations: by the title of their section, each by a name of its own and where the
 * package has it.
 */
const OPERATIONS: Readonly<Record<string, { node: string; named: Readonly<Record<string, string>> }>> = {
	Account: {
		node: 'smsboxAccount',
		named: {
			'Check balance': 'credit.getBalance',
			'Transfer credit to or from a sub-account': 'credit.transfer',
			'Create sub-account': 'subAccount.create',
		},
	},
	'SMS responses': {
		node: 'smsboxSms',
		named: { 'Send to numbers': 'message.send', 'Send to a stored group': 'message.sendToGroup' },
	},
	'Sender IDs': {
		node: 'smsboxSms',
		named: {
			'Get default sender': 'senderId.getDefault',
			'List senders': 'senderId.getAll',
			'Set default sender': 'senderId.setDefault',
		},
	},
	Groups: {
		node: 'smsboxSms',
		named: {
			'List groups': 'group.getAll',
			'Add group': 'group.create',
			'Edit group': 'group.update',
			'Add numbers': 'group.addNumbers',
			'Delete group': 'group.delete',
		},
	},
	History: {
		node: 'smsboxSms',
		named: { 'History count': 'history.count', 'History list': 'history.getAll' },
	},
	'Scheduled messages': {
		node: 'smsboxSms',
		named: {
			'Scheduled count': 'scheduledMessage.count',
			'List scheduled': 'scheduledMessage.getAll',
			'Delete scheduled': 'scheduledMessage.delete',
		},
	},
	'WABA requests': {
		node: 'smsboxWaba',
		named: {
			'Send text': 'message.sendText',
			'Send audio': 'message.sendAudio',
			'Send document': 'message.sendDocument',
			'Send image': 'message.sendImage',
			'Send video': 'message.sendVideo',
			'Send location': 'message.sendLocation',
			'Send reply text': 'message.sendReply',
			'Send reaction': 'message.sendReaction',
			'Send interactive button': 'message.sendButtons',
			'Send interactive list': 'message.sendList',
			'Send template': 'message.sendTemplate',
			'Send OTP template': 'message.sendOtp',
			'Mark received message as read': 'message.markAsRead',
			'Retrieve file received in a message': 'file.download',
			'List templates': 'template.getAll',
		},
	},
	'RCS requests': {
		node: 'smsboxRcs',
		named: {
			'Send message': 'message.send',
			'Operation on an earlier message': 'message.revoke',
			'Operation on at most 10 recipients': 'tester.add',
			'Recipient check': 'capability.check',
			'Send event': 'event.send',
		},
	},
};

/** The interface's events: by the title of their section, each as the trigger calls it in `event`. */
const EVENTS: Readonly<Record<string, { trigger: string; events: readonly string[] }>> = {
	'Delivery reports': { trigger: 'smsboxDeliveryReportTrigger', events: ['delivery_report'] },
	'Incoming SMS': { trigger: 'smsboxIncomingSmsTrigger', events: ['incoming_sms'] },
	'WABA webhooks': {
		trigger: 'smsboxWabaTrigger',
		events: ['incoming_message', 'status_update', 'incoming_error'],
	},
	'RCS webhooks': {
		trigger: 'smsboxRcsTrigger',
		events: [
			'incoming_message_text',
			'incoming_event',
			'incoming_message_reply',
			'incoming_message_action',
			'status_update',
			'incoming_message_file',
			'incoming_message_location',
		],
	},
};

/** What becomes of a message (service.md#waba-statuses, service.md#rcs-statuses). */
const STATUSES: Readonly<Record<string, readonly string[]>> = {
	smsboxWabaTrigger: ['ack', 'sent', 'delivered', 'read', 'failed'],
	smsboxRcsTrigger: ['SENT', 'DELIVERED', 'READ', 'REJECTED', 'FAILED', 'EXPIRED'],
};

/** What a contact sends by WhatsApp: one request type for all of it (service.md#waba-webhooks). */
const messageTypes = ['text', 'document', 'image', 'video', 'reaction', 'location'];

const operations = Object.entries(OPERATIONS).flatMap(([section, { node, named }]) =>
	Object.entries(named).map(([name, operation]) => ({ section, name, title: `${node}: ${operation}` })),
);
const events = Object.entries(EVENTS).flatMap(([section, { trigger, events: own }]) =>
	own.map((event) => ({ section, trigger, event })),
);

function valueAt(value: unknown, ...path: string[]): unknown {
	return path.reduce<unknown>(
		(place, name) => (typeof place === 'object' && place !== null ? Reflect.get(place, name) : undefined),
		value,
	);
}

/** The names of the package's nodes that are triggers, or that are not. */
function nodesOf(kind: 'triggers' | 'actions'): string[] {
	return Object.keys(smsboxNodes)
		.map((type) => type.replace(/^.*\./, ''))
		.filter((name) => smsboxNode(name).description.group.includes('trigger') === (kind === 'triggers'));
}

describe('operations', () => {
	const described = (name: string): DescribedOperation[] => operationsOf(smsboxNode(name));
	const titlesOf = (name: string): string[] =>
		described(name)
			.filter((operation) => !waits(operation))
			.map(({ title }) => title);
	const isSuccess = ({ status, body }: FixtureReply): boolean => status < 300 && !/^ERR/.test(body ?? '');
	const titleOf = ({ operation: { node, resource, operation } }: ExchangeCase): string =>
		`${node}: ${resource}.${operation}`;
	/** What the simulator is seen to carry out, by `simulator.wire.test.ts`. */
	const answered = new Set(
		exchangeCases('sms', 'account', 'waba', 'rcs')
			.filter(({ sides }) => sides.includes('simulator'))
			.filter(({ exchanges }) => exchanges.every(({ reply }) => isSuccess(reply)))
			.map(titleOf),
	);

	it('are 38 over four nodes', () => {
		const counts = nodesOf('actions').map((name) => [name, titlesOf(name).length] as const);
		expect(Object.fromEntries(counts)).toEqual({
			smsboxSms: 15,
			smsboxAccount: 3,
			smsboxWaba: 15,
			smsboxRcs: 5,
		});
		expect(operations).toHaveLength(38);
	});

	it('are joined by three that ask and wait', () => {
		expect(nodesOf('actions').flatMap(described).filter(waits)).toHaveLength(3);
	});

	it('are those of the interface, and no others', () => {
		const own = nodesOf('actions').flatMap(titlesOf);
		expect(own.sort()).toEqual(operations.map(({ title }) => title).sort());
	});

	it.each(operations)('$section, $name: the simulator answers $title', ({ title }) => {
		expect(answered).toContain(title);
	});
});

describe('events', () => {
	/** Sent by the simulator in one wire test, and read by the trigger in the other. */
	const shared = callbackCases().filter(({ sides }) => sides.length === 2);
	const readBy = (name: string) =>
		shared
			.filter(({ trigger }) => trigger === name)
			.flatMap(({ callbacks }) => callbacks)
			.filter(({ event }) => event !== null);
	const seenBy = (name: string, ...path: string[]): Set<unknown> =>
		new Set(readBy(name).map(({ event }) => valueAt(event, ...path)));
	/** Without what is only sent to see that the unknown passes. */
	const documentedOf = (name: string): string[] => {
		const documented = shared.filter(({ basis, trigger }) => basis !== 'assumed' && trigger === name);
		const seen = documented.flatMap(({ callbacks }) => callbacks.map(({ event }) => valueAt(event, 'event')));
		return [...new Set(seen)].filter((event) => typeof event === 'string').sort();
	};

	it('are 12 over four triggers', () => {
		const called = nodesOf('triggers').filter((name) => smsboxNode(name).webhook !== undefined);
		const counts = called.map((name) => [name, documentedOf(name).length] as const);
		expect(Object.fromEntries(counts)).toEqual({
			smsboxDeliveryReportTrigger: 1,
			smsboxIncomingSmsTrigger: 1,
			smsboxWabaTrigger: 3,
			smsboxRcsTrigger: 7,
		});
		expect(events).toHaveLength(12);
	});

	it.each(Object.values(EVENTS))('are those of the interface, and no others: $trigger', (interfaceSays) => {
		expect(documentedOf(interfaceSays.trigger)).toEqual([...interfaceSays.events].sort());
	});

	it.each(events)('$section: $trigger reads $event', ({ trigger, event }) => {
		expect(seenBy(trigger, 'event')).toContain(event);
	});

	it.each(['smsboxWabaTrigger', 'smsboxRcsTrigger'])('are what %s lets choose from', (name) => {
		const { properties } = smsboxNode(name).description;
		const offered = properties.filter((property) => property.name === 'requestTypes').flatMap(choicesOf);
		const own = events.filter(({ trigger }) => trigger === name).map(({ event }) => event);
		expect(offered.map(({ value }) => value).sort()).toEqual(own.sort());
	});

	it.each(Object.entries(STATUSES))('tell %s every status', (name, statuses) => {
		const seen = [...seenBy(name, 'status', 'code')].filter((code) => code !== undefined);
		expect(seen.sort()).toEqual([...statuses].sort());
	});

	it.each(messageTypes)('tell smsboxWabaTrigger a message of the type %s', (messageType) => {
		const sent = readBy('smsboxWabaTrigger').map(({ json }) => valueAt(json, 'data', 'type'));
		expect(sent).toContain(messageType);
	});
});
