/** Every operation and event that the nodes describe is in a contract fixture that the simulator carries out, too. */
import { at } from '../../playground/src/support/json';
import {
	callbackCases,
	exchangeCases,
	type ExchangeCase,
	type FixtureReply,
} from '../support/contractFixtures';
import { choicesOf, operationsOf, waits } from '../support/registry';
import { actionNodes, smsboxNode } from '../support/smsbox';

describe('operations', () => {
	const isSuccess = ({ status, body }: FixtureReply): boolean => status < 300 && !/^ERR/.test(body ?? '');
	const titleOf = ({ operation: { node, resource, operation } }: ExchangeCase): string =>
		`${node}: ${resource}.${operation}`;
	/** What the simulator is seen to carry out, by `simulator.wire.test.ts`. */
	const answered = new Set(
		exchangeCases()
			.filter(({ sides }) => sides.includes('simulator'))
			.filter(({ exchanges }) => exchanges.every(({ reply }) => isSuccess(reply)))
			.map(titleOf),
	);
	const described = actionNodes.flatMap(operationsOf).filter((operation) => !waits(operation));

	it.each(described)('the simulator answers $title', ({ title }) => {
		expect(answered).toContain(title);
	});

	it('that the simulator answers are all described', () => {
		expect([...answered].sort()).toEqual(described.map(({ title }) => title).sort());
	});
});

describe('events', () => {
	/** Sent by the simulator in one wire test, and read by the trigger in the other. */
	const shared = callbackCases().filter(({ sides }) => sides.length === 2);
	const seenBy = (name: string, ...path: string[]): Set<unknown> => {
		const callbacks = shared
			.filter(({ trigger }) => trigger === name)
			.flatMap((fixture) => fixture.callbacks);
		return new Set(callbacks.filter(({ event }) => event !== null).map(({ event }) => at(event, ...path)));
	};
	/** Without what is only sent to see that the unknown passes. */
	const documentedOf = (name: string): unknown[] => {
		const documented = shared.filter(({ basis, trigger }) => basis !== 'assumed' && trigger === name);
		const seen = documented.flatMap(({ callbacks }) => callbacks.map(({ event }) => at(event, 'event')));
		return [...new Set(seen)].filter((event) => typeof event === 'string').sort();
	};
	const valuesOf = (name: string, field: string): unknown[] =>
		smsboxNode(name)
			.description.properties.filter((property) => property.name === field)
			.flatMap(choicesOf)
			.map(({ value }) => value);

	it.each([
		['smsboxDeliveryReportTrigger', 'delivery_report'],
		['smsboxIncomingSmsTrigger', 'incoming_sms'],
	])('%s reads only %s', (name, event) => {
		expect(documentedOf(name)).toEqual([event]);
	});

	describe.each(['smsboxWabaTrigger', 'smsboxRcsTrigger'])('%s reads', (name) => {
		it.each(valuesOf(name, 'requestTypes'))('the event %s', (event) => {
			expect(seenBy(name, 'event')).toContain(event);
		});

		it('no other documented event', () => {
			expect(documentedOf(name)).toEqual(valuesOf(name, 'requestTypes').sort());
		});

		it.each(valuesOf(name, 'statuses'))('the status %s', (status) => {
			expect(seenBy(name, 'status', 'code')).toContain(status);
		});
	});

	/** The simulator sends no stickers: they are undocumented, and read as the other files are. */
	const messageTypes = valuesOf('smsboxWabaTrigger', 'messageTypes').filter((type) => type !== 'sticker');

	it.each(messageTypes)('smsboxWabaTrigger reads a message of the type %s', (type) => {
		expect(seenBy('smsboxWabaTrigger', 'messageType')).toContain(type);
	});
});
