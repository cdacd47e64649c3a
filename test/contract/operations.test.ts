/** Every operation and event that the nodes describe is in a contract fixture that the simulator carries out, too. */
import { at } from '../../playground/src/support/json';
import {
	callbackCases,
	exchangeCases,
	type ExchangeCase,
	type FixtureReply,
} from '../support/contractFixtures';
import { choiceValuesOf, operationsOf, waits } from '../support/registry';
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

	it('that the simulator answers are those that the nodes describe', () => {
		expect([...answered].sort()).toEqual(described.map(({ title }) => title).sort());
	});
});

describe('events', () => {
	/** Sent by the simulator in one wire test, and read by the trigger in the other. */
	const shared = callbackCases().filter(({ sides }) => sides.length === 2);
	const seenBy = (name: string, ...path: string[]): unknown[] =>
		shared
			.filter(({ trigger }) => trigger === name)
			.flatMap(({ callbacks }) => callbacks.map(({ event }) => at(event, ...path)));
	/** Without what is only sent to see that the unknown passes. */
	const documentedOf = (name: string): unknown[] => {
		const documented = shared.filter(({ basis, trigger }) => basis !== 'assumed' && trigger === name);
		const seen = documented.flatMap(({ callbacks }) => callbacks.map(({ event }) => at(event, 'event')));
		return [...new Set(seen)].filter((event) => typeof event === 'string').sort();
	};
	const valuesOf = (name: string, field: string) => choiceValuesOf(smsboxNode(name), field);

	it.each([
		['smsboxDeliveryReportTrigger', 'delivery_report'],
		['smsboxIncomingSmsTrigger', 'incoming_sms'],
	])('%s reads only %s', (name, event) => {
		expect(documentedOf(name)).toEqual([event]);
	});

	describe.each(['smsboxWabaTrigger', 'smsboxRcsTrigger'])('%s reads', (name) => {
		it('every documented event, and its parameter has no other', () => {
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
