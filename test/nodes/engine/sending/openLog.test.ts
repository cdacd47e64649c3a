/** How a run opens its log. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { openLog } from '../../../../nodes/engine/sending/openLog';
import type { SendLog } from '../../../../nodes/engine/sending/sendLog';
import { hashOf, logIn } from '../../../../nodes/engine/sending/storedLog';
import { exchange } from './exchanges';
import { asContext } from './fakeExecution';

interface Given {
	type?: string;
	isToolExecution?: boolean;
	runIndex?: unknown;
	items?: IDataObject[];
	stored?: IDataObject;
}

const contextOf = ({
	type = 'sms',
	isToolExecution,
	runIndex = 3,
	items = [{}],
	stored,
}: Given): IExecuteFunctions =>
	asContext({
		getContext: (scope: string) => {
			if (stored === undefined || scope !== 'node') throw new Error('No execution');
			return stored;
		},
		getInputData: () => items.map((json) => ({ json })),
		getNode: () => ({ type, parameters: { text: 'Hi' } }),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		...(isToolExecution !== undefined && { isToolExecution: () => isToolExecution }),
	});

const send = (log: SendLog): void => log.reserve(0, 0, exchange('send', { to: ['1'] }));

it.each<[string, Given, string, boolean]>([
	['by its index', {}, '3:0', false],
	['by 0 where it has none', { runIndex: null }, '0:0', false],
	['by its index, as a tool that the engine runs', { type: 'smsTool', isToolExecution: false }, '3:0', true],
	['by a number of its own where an agent calls it', { isToolExecution: true }, 'call 1:0', true],
])('a run is identified %s', (_what, given, key, isTool) => {
	const stored = {};
	const log = openLog(contextOf({ ...given, stored }), '');
	send(log);
	expect(Object.keys(logIn(stored).items)).toEqual([key]);
	expect(Object.values(logIn(stored).parameters)).toEqual([hashOf('{"text":"Hi"}')]);
	expect(log.isTool).toBe(isTool);
});

it('a run without an execution has a log that nobody keeps', () => {
	const log = openLog(contextOf({ isToolExecution: true }), '');
	send(log);
	expect(log.isUnfinished(0)).toBe(true);
});

const inputOf = (json: IDataObject, type = 'smsTool', countryCode = '33'): string | undefined => {
	const log = openLog(contextOf({ items: [json], type, stored: {} }), countryCode);
	send(log);
	return log.at(0)?.input;
};

describe("a model's input", () => {
	const asked = (): string | undefined => inputOf({ to: '0600123456,+33 6 00 12 34 57', text: 'Hi' });

	it.each<IDataObject>([
		{ to: '+33600123456, 0033600123457', text: 'Hi' },
		{ to: '33600123456;06.00.12.34.57', text: 'Hi' },
		{ to: '06 00 12 34 56\n06 00 12 34 57', text: 'Hi' },
		{ to: '0600123456,+33 6 00 12 34 57', text: 'Hi', toolCallId: 'call_2' },
	])('is the same with its numbers in other digits: %j', (json) => {
		expect(inputOf(json)).toBe(asked());
	});

	it.each<IDataObject>([
		{ to: '0600123456', text: 'Hi' },
		{ to: '0600123457,0600123456', text: 'Hi' },
		{ to: '0600123456,0600123457,Ana', text: 'Hi' },
		{ to: '0600123456,0600123457', text: 'Ho' },
		{ to: '0600123456,0600123457', text: 42 },
	])('is another with %j', (json) => {
		expect(inputOf(json)).not.toBe(asked());
	});

	it('is not a list of numbers for one word that is none', () => {
		expect(inputOf({ to: 'Ana, 0600123456' })).not.toBe(inputOf({ to: 'Ana, 33600123456' }));
	});

	it('may refer to itself', () => {
		const json: IDataObject = { text: 'Hi' };
		json.self = json;
		expect(inputOf(json)).toBe(inputOf({ text: 'Hi', self: '[Circular Reference]' }));
	});

	it('is looked at in tools only', () => {
		expect(inputOf({ text: 'Hi' }, 'sms')).toBeUndefined();
	});
});
