/**
 * What a version has left in n8n's database is known again by every later one: otherwise an update would start workflows
 * twice, or send messages twice. The values here were written before version 1.0.0 was published. They are never brought
 * up to date; what a later version writes differently is added beside them.
 */
import { DataDeduplicationService } from 'n8n-core';
import { deepCopy, type IDataObject, type INode } from 'n8n-workflow';
import { callbackCases } from '../support/contractFixtures';
import type { RunResult } from '../support/engine';
import { callBack } from '../support/fixtureServer';
import { clearProcessedData } from '../support/processedData';
import { formOf, nodeName, outputOf, plain, sendParameters, sendPerItem } from '../support/runNode';
import { serviceForEachTest } from '../support/service';
import { PACKAGE, smsboxNodes } from '../support/smsbox';
import { serveTrigger } from '../support/triggers';

/** By contract fixture: the `eventId` of its first call. */
const eventIds = {
	'callbacks/delivery-report-documented.json': '941c75a4a840d3fc3f181bb67d16bb77',
	'callbacks/incoming-documented.json': 'df81294f95cd12ca5c05fa544c574dc4',
	'callbacks/incoming-iso-8859-1.json': 'cae1e2bb95735648880e04578117757e',
	'callbacks/waba-message-text.json': '0eaa68e716b0eebb88ad258b893e713d',
	'callbacks/waba-status-read.json': 'abf10aba73da41816fb7422e03ca737b',
	'callbacks/rcs-message-text.json': '55623fc7996a6e8b2d8c1e85e3b2a919',
	'callbacks/rcs-status-delivered.json': 'f21357e6a9f09d3c7d88a7f4bb823378',
};

const fixtures = new Map(callbackCases().map((fixture) => [fixture.file, fixture]));

/** The ids of the events that a contract fixture starts its trigger with, where the trigger has this static data. */
async function startedBy(file: string, staticData: IDataObject = {}): Promise<unknown[]> {
	const fixture = fixtures.get(file);
	const [callback] = fixture?.callbacks ?? [];
	if (fixture === undefined || callback === undefined)
		throw new Error(`There is no contract fixture ${file}`);
	const trigger = await serveTrigger({
		type: `${PACKAGE}.${fixture.trigger}`,
		parameters: fixture.parameters,
		nodeTypes: smsboxNodes,
		staticData,
	});
	try {
		const reply = await callBack(trigger.url, callback);
		expect(await reply.text()).toBe('OK');
		return trigger.executions.map(({ items }) => items[0]?.[0]?.json['eventId']);
	} finally {
		await trigger.close();
	}
}

describe('an event', () => {
	it.each(Object.entries(eventIds))('%s has the eventId that it always had', async (file, eventId) => {
		expect(await startedBy(file)).toEqual([eventId]);
	});

	it.each(Object.entries(eventIds))('%s is known again in static data', async (file, eventId) => {
		const events = ` 0123456789abcdef ${eventId.slice(0, 16)}`;
		expect(await startedBy(file, { 'node:Trigger': { events } })).toEqual([]);
	});
});

describe('a message', () => {
	const server = serviceForEachTest();
	beforeEach(clearProcessedData);

	const recipients = (): Array<string | null> =>
		server.requests.map((request) => formOf(request).get('dest'));

	it('whose key is recorded is not sent again', async () => {
		const workflow = { id: 'workflow', active: true };
		const node: INode = {
			id: 'a1b2c3d4',
			name: nodeName,
			type: '',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		await DataDeduplicationService.getInstance().checkProcessedAndRecord(
			['reserved:1000', 'reserved:1001', 'accepted:1000'],
			'node',
			{ workflow, node },
			{ mode: 'entries' },
		);
		const result = await server.run({
			parameters: { ...sendPerItem, safetyOptions: { deduplicationKey: '={{ $json.order }}' } },
			items: [1000, 1001, 1002].map((order) => ({ to: `3360012${order}`, text: 'Ready', order })),
			settings: { id: 'a1b2c3d4', onError: 'continueRegularOutput' },
		});
		expect(recipients()).toEqual(['33600121002']);
		expect(outputOf(result)).toEqual([
			{ alreadySent: true, deduplicationKey: '1000' },
			expect.objectContaining({ error: expect.stringContaining('May have been sent') }),
			expect.objectContaining({ accepted: true }),
		]);
	});

	const given = {
		parameters: { ...sendParameters, to: '={{ $json.to }}' },
		items: [{ to: '33600123456' }, { to: '33600123457' }],
	};

	/** A failed execution, as n8n has stored it with this log. */
	async function failedWith(log: object): Promise<RunResult> {
		server.script = [plain('OK 123456789012'), plain('ERROR 03')];
		const failed = deepCopy(await server.run(given));
		const stored = failed.executionData.executionData?.contextData;
		if (stored === undefined) throw new Error('n8n stored no context');
		stored[`node:${nodeName}`] = { smsboxSendLog: log };
		server.requests.length = 0;
		return failed;
	}

	it.each(['unknown', 'sending'])('that a request may have sent is not sent again: %s', async (state) => {
		const request = { state, to: 'jZae727K08KaOmKSgOaGzw', effect: 'send', messages: 1 };
		const items = { '0:0': { requests: [request], messages: 1 } };
		const retryOf = await failedWith({ items, done: {}, sent: 0, calls: 0 });
		const retried = await server.run({ ...given, retryOf });
		expect(recipients()).not.toContain('33600123456');
		expect(retried.error?.message).toContain('May have been sent');
	});

	it.each([
		[
			'a person',
			{ text: 'Hello' },
			{ content: 'a9lKV1s0WLLwsjJ5Qye0g2', exact: 'alMn+cEOFwDyH0yGf6dd6u', recipients: ['dhTy72Vn'] },
		],
		[
			'a person, by the clock',
			{ text: '=Hello {{ $now.toISO() }}' },
			{
				...{ content: '+qRTP4s9Suj+CsB9gF+C0F', exact: 'l3Og1dgUqrQJLMG5MtENnl', recipients: ['dhTy72Vn'] },
				anyText: { content: '9Q6RqYacpAxQhbF++nFPAI', recipients: ['dhTy72Vn'] },
			},
		],
		[
			'a group',
			{
				...{ operation: 'sendToGroup', category: 'nonMarketingGroup', text: 'Hello' },
				group: { __rl: true, mode: 'id', value: '1' },
			},
			{ content: 'a9lKV1s0WLLwsjJ5Qye0g2', exact: 'QFQYIDjSMTuVNCDeYvBQNj', recipients: [] },
		],
	])('to %s that another round may have sent is not sent again', async (_what, parameters, message) => {
		const requests = [{ state: 'unknown', to: 'of this round', effect: 'send', messages: 1 }];
		const items = { '5:0': { requests, messages: 1, message: { effect: 'send', ...message } } };
		const retryOf = await failedWith({ items, done: {}, sent: 0, calls: 0 });
		const again = { ...given, parameters: { ...given.parameters, ...parameters } };
		const retried = await server.run({ ...again, items: given.items.slice(0, 1), retryOf });
		expect(server.requests).toEqual([]);
		expect(retried.error?.message).toContain('May have been sent');
	});

	it('that a failed execution remembers is not sent again by its retry, whatever field was added meanwhile', async () => {
		const output = [{ accepted: true, reference: '123456789012', to: ['33600123456'] }];
		const log = {
			// Of the node's parameters: a field that was not there yet makes them others.
			parameters: { 0: 'of other parameters' },
			items: {},
			done: { '0:0': output },
			sent: 1,
			calls: 0,
		};
		const retried = await server.run({ ...given, retryOf: await failedWith(log) });
		expect(recipients()).toEqual(['33600123457']);
		expect(outputOf(retried)).toEqual([...output, expect.objectContaining({ accepted: true })]);
	});
});
