import { setTimeout as sleep } from 'node:timers/promises';
import { NodeHelpers, type IExecuteFunctions, type INodeExecutionData, type INodeType } from 'n8n-workflow';
import { z } from 'zod';
import { coreNode } from '../support/coreNodes';
import { jsonOf, type RunResult } from '../support/engine';
import { gate } from '../support/gate';
import { description, text, tiny } from '../support/tinyNodes';
import { withoutPauses } from '../support/withoutPauses';
import { readExample, until } from './exampleHarness';
import { nodeOver } from './nodeOver';
import { SubWorkflows } from './subWorkflows';
import { setUpExample } from './setUpExample';

const from = '+33600123456';
const other = '+33600123457';
const session = (person: string): string => `whatsapp:${person}:200200200200200`;
const waba = '"wabaId": "100100100100100",';
/** What a user enters. The WABA is in the user's credential; that of the harness has none. */
const setUp = {
	'"to": "",': '"to": "+33600123499",',
	'"operation": "sendText",': `"operation": "sendText", ${waba}`,
	'"operation": "download",': `"operation": "download", ${waba}`,
};
const workflow = readExample('ai-assistant', setUp);
const table = 'smsbox_assistant';

/** The real agent and model run in a real n8n: playground/src/roundTrips/assistant.ts. */
let asked: Array<{ text: string; files: string[] }> = [];
/** What happens while the model thinks. */
let thinking: () => Promise<void> = async () => undefined;
/** What happens before an execution takes the messages that it has read. */
let beforeTaking: () => void = () => undefined;
/** What happens before an execution hands over to a colleague, or is done. */
let beforeHandingOver: () => void = () => undefined;
const echo = (question: string): string => `Answer to: ${question}`;
/** What the model answers. */
let answering = echo;

const agent = tiny(
	async function (items) {
		const question = z.string().parse(this.getNodeParameter('text', 0));
		asked.push({
			text: question,
			files: Object.values(items[0]?.binary ?? {}).map(({ mimeType }) => mimeType),
		});
		await thinking();
		return [[{ json: { output: answering(question) }, pairedItem: { item: 0 } }]];
	},
	{ properties: [text('text')] },
);
/** What a voice message says; null where it can't be read. */
let heard: string | null = '';
const transcribe = tiny(async (items) => {
	if (heard === null) throw new Error('The file is no recording');
	const json = { text: heard };
	return await Promise.resolve([items.map((_, item) => ({ json, pairedItem: { item } }))]);
});
const unused: INodeType = { description: description({ inputs: [] }) };

/** Holds each wait until the test lets go. */
let hold = gate();
/** Holds a STOP before it ends messages that were stored after it. */
let beforeLate = gate();
let stops = 0;
/** Executions that have come to a wait. */
let held = 0;
function waitNode(): new () => INodeType {
	const found = coreNode('n8n-nodes-base.wait');
	if (!found) throw new Error('n8n has no Wait node');
	const real = NodeHelpers.getVersionedNodeType(found).description;
	return class implements INodeType {
		description = real;

		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			if (this.getNode().name === 'Wait for late messages') {
				stops += 1;
				await beforeLate.opened;
				return [this.getInputData()];
			}
			held += 1;
			await hold.opened;
			// A loop of waits must let others have a turn.
			await sleep(20);
			return [this.getInputData()];
		}
	};
}

const calls = new SubWorkflows();

withoutPauses();

describe('the example "AI assistant on WhatsApp, RCS and SMS"', () => {
	// Before the harness closes, or it would wait for what is held.
	afterEach(() => {
		hold.open();
		beforeLate.open();
	});
	const bed = setUpExample('ai-assistant', {
		nodes: () => ({
			'@n8n/n8n-nodes-langchain.agent': agent,
			'@n8n/n8n-nodes-langchain.lmChatOpenAi': unused,
			'@n8n/n8n-nodes-langchain.memoryBufferWindow': unused,
			'@n8n/n8n-nodes-langchain.openAi': transcribe,
			'n8n-nodes-base.wait': waitNode(),
			...nodeOver('n8n-nodes-base.aggregate', (context) => {
				if (context.getNode().name === 'Combine the rows') beforeTaking();
				return {};
			}),
			...nodeOver('n8n-nodes-base.if', (context) => {
				if (context.getNode().name === 'Hand over?') beforeHandingOver();
				return {};
			}),
			...calls.node,
		}),
	});
	beforeEach(async () => {
		asked = [];
		held = 0;
		stops = 0;
		thinking = async () => undefined;
		beforeTaking = () => undefined;
		beforeHandingOver = () => undefined;
		answering = echo;
		heard = 'What I said';
		hold = gate();
		beforeLate = gate();
		beforeLate.open();
		calls.calls.splice(0);
		await bed.publish(workflow, 'waba');
	});

	/** A person writes; the execution of it waits for more. */
	const write = async (person: string, message: object): Promise<void> => {
		const before = held;
		await bed.harness.receiveByWhatsApp({ from: person, type: 'text', ...message });
		await until(() => (held > before ? true : undefined), 'an execution that waits');
	};
	const stop = async (): Promise<void> => {
		const index = bed.served.executions.length;
		await bed.harness.receiveByWhatsApp({ from, type: 'text', text: 'STOP' });
		await bed.harness.execution(bed.served, index);
	};
	const finish = async (): Promise<RunResult[]> => {
		hold.open();
		return await Promise.all(bed.served.executions.map(async ({ result }) => await result));
	};
	const answers = async (): Promise<Array<[string, unknown]>> =>
		(await bed.harness.sentByWhatsApp()).map(({ number, content }) => [number, content]);
	const answer = (body: string): unknown =>
		expect.objectContaining({ text: expect.objectContaining({ body }) });
	const add = (row: object): void => {
		const phoneId = '200200200200200';
		bed.tables.restore(table, {
			event: 'workflow:event',
			session: session(from),
			agent: phoneId,
			file: '',
			run: '',
			result: '',
			...row,
		});
	};
	const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
	/** A row that is being answered elsewhere. */
	const addTaken = (): void => add({ text: 'one', state: 'taken', run: 'elsewhere', result: inHours(1) });
	/** A message that has been open for so long, be it that n8n was down or a colleague in charge. */
	const addOpen = async (minutes: number, message: string): Promise<void> => {
		await stop();
		bed.tables.makeOld(minutes);
		add({ text: message, state: 'open' });
		bed.tables.makeOld(0);
		hold.open();
	};
	const answerLeft = async (): Promise<RunResult[]> => {
		await bed.harness.run(workflow, 'Every five minutes');
		const items = calls.calls.splice(0).flatMap((call) => call.items);
		return await Promise.all(
			items.map(async (json) => await bed.harness.run(workflow, 'Called by the schedule', [{ json }])),
		);
	};
	const states = (): unknown[] => bed.tables.rows(table).map(({ state }) => state);

	it('answers several quick messages of each person once', async () => {
		for (const line of ['one', 'two', 'three']) {
			await write(from, { text: line });
			await write(other, { text: `other ${line}` });
		}
		const results = await finish();
		expect(results.map(({ status }) => status)).toEqual(Array(6).fill('success'));
		expect(await answers()).toEqual(
			expect.arrayContaining([
				[from, answer('Answer to: one\ntwo\nthree')],
				[other, answer('Answer to: other one\nother two\nother three')],
			]),
		);
		expect(asked).toHaveLength(2);
		expect(states()).toEqual(Array(6).fill('done'));
	});

	it('finds nothing to answer before anybody has written', async () => {
		const result = await bed.harness.run(workflow, 'Every five minutes');
		expect({ status: result.status, error: result.error }).toEqual({ status: 'success', error: undefined });
	});

	it('stores a message at once where another execution makes the table at the same moment', async () => {
		bed.tables.createTwice();
		await write(from, { text: 'one' });
		const [result] = await finish();
		// n8n runs a node with Retry On Fail again while an item that passes through it has an error.
		expect(result && jsonOf(result, 'New message?')).toEqual([
			expect.not.objectContaining({ error: expect.anything() }),
		]);
		expect(states()).toEqual(['done']);
	});

	it('keeps a message that comes while the model thinks for the next answer', async () => {
		const { open, opened } = gate();
		thinking = async () => await opened;
		await write(from, { text: 'one' });
		hold.open();
		await until(() => asked[0], 'the model being asked');
		await write(from, { text: 'two' });
		open();
		await finish();
		expect(await answers()).toEqual([
			[from, answer('Answer to: one')],
			[from, answer('Answer to: two')],
		]);
	});

	it('waits for another answer for two minutes, then leaves the message to the schedule', async () => {
		await stop();
		addTaken();
		await write(from, { text: 'two' });
		const results = await finish();
		expect(results.at(-1)?.status).toBe('success');
		expect(held).toBe(25);
		expect(states()).toEqual(['taken', 'open']);
	});

	it('gives its messages back when another execution has taken some at the same time', async () => {
		await write(from, { text: 'two' });
		let others = 0;
		beforeTaking = () => {
			others += 1;
			if (others === 1) addTaken();
			else bed.tables.change(table, { state: 'done' }, 0);
		};
		await finish();
		expect(others).toBe(2);
		expect(asked).toEqual([]);
		expect(await answers()).toEqual([]);
	});

	it('stores a message once, though its event starts two executions', async () => {
		await write(from, { text: 'one' });
		await finish();
		const [first] = bed.served.executions;
		const [event] = first ? jsonOf(await first.result, 'WhatsApp message') : [];
		const again = await bed.harness.run(workflow, 'WhatsApp message', [{ json: event ?? {} }]);
		expect(again.status).toBe('success');
		expect(states()).toEqual(['done']);
		expect(await answers()).toHaveLength(1);
	});

	it('passes a photo on, downloaded once it is known which execution answers', async () => {
		await write(from, { text: 'Look' });
		await write(from, { type: 'image', caption: 'My table' });
		expect(await bed.harness.asked()).toEqual([]);
		await finish();
		expect(asked).toEqual([{ text: 'Look\nMy table', files: ['image/png'] }]);
	});

	it('passes on a photo without text', async () => {
		await write(from, { type: 'image' });
		await finish();
		expect(asked).toEqual([{ text: 'Photo', files: ['image/png'] }]);
	});

	it.each([
		['What I said', 'What I said'],
		['', 'Audio'],
		[null, 'Audio'],
	])('turns a voice message that is read as %j into "%s"', async (recording, question) => {
		heard = recording;
		await write(from, { type: 'audio' });
		await finish();
		expect(asked).toEqual([{ text: question, files: [] }]);
		expect(states()).toEqual(['done']);
	});

	it('answers a message that is a reaction in words, but no reaction', async () => {
		const { messageId } = await bed.harness.receiveByWhatsApp({ from, type: 'text', text: '👍' });
		await bed.harness.receiveByWhatsApp({ from, type: 'reaction', emoji: '👍', messageId });
		await finish();
		expect(asked.map(({ text: question }) => question)).toEqual(['👍']);
		expect(states()).toEqual(['done']);
	});

	it('answers equal texts as the messages that they are', async () => {
		await write(from, { text: 'ok' });
		await write(from, { text: 'ok' });
		await finish();
		expect(await answers()).toEqual([[from, answer('Answer to: ok\nok')]]);
	});

	it.each(['', ' \n '])('lists a message for which the model has no words: %j', async (nothing) => {
		answering = () => nothing;
		await write(from, { text: 'one' });
		await finish();
		expect(await answers()).toEqual([]);
		expect(bed.tables.rows(table)).toEqual([
			expect.objectContaining({ state: 'failed', result: expect.stringMatching(/./) }),
		]);
	});

	it('cuts an answer that is too long for WhatsApp', async () => {
		answering = () => '🙂'.repeat(5000);
		await write(from, { text: 'one' });
		await finish();
		expect(await answers()).toEqual([[from, answer('🙂'.repeat(2000))]]);
		expect(states()).toEqual(['done']);
	});

	it('answers nothing after STOP, though the model has answered', async () => {
		thinking = stop;
		await write(from, { text: 'one' });
		await finish();
		expect(asked).toHaveLength(1);
		expect(await answers()).toEqual([]);
		expect(states()).toEqual(['done']);
	});

	it.each([
		['has ended others', ['one'], ['done', 'done']],
		['has found none', [], ['done']],
	])('answers no message that is stored after a STOP that %s', async (_what, before, expected) => {
		for (const line of before) await write(from, { text: line });
		beforeLate = gate();
		const stopped = stop();
		await until(() => (stops > 0 ? true : undefined), 'the conversation being ended');
		await write(from, { text: 'two' });
		beforeLate.open();
		await stopped;
		await finish();
		expect(states()).toEqual(expected);
		expect(asked).toEqual([]);
		await write(from, { text: 'three' });
		await finish();
		expect(await answers()).toEqual([[from, answer('Answer to: three')]]);
	});

	it('asks no colleague, and does not pause, after a STOP that came with the answer', async () => {
		beforeHandingOver = () => bed.tables.change(table, { state: 'done', result: 'STOP' }, 0);
		await write(from, { text: 'A person, please' });
		await finish();
		expect(await answers()).toHaveLength(1);
		expect(await bed.harness.sent()).toEqual([]);
		expect(states()).toEqual(['done']);
	});

	it('ends what is open at STOP, and keeps the list of what failed', async () => {
		await stop();
		for (const state of ['open', 'taken', 'person', 'failed', 'done']) add({ text: 'one', state });
		await stop();
		expect(states()).toEqual(['done', 'done', 'done', 'failed', 'done']);
	});

	it('lists a message whose colleague could not be asked', async () => {
		await bed.harness.break({ on: 'request', kind: 'cut-after', match: { operation: 'sms.message.send' } });
		await write(from, { text: 'A person, please' });
		await finish();
		expect(states()).toEqual(['failed']);
	});

	it('lets a colleague take over, and pauses meanwhile', async () => {
		await write(from, { text: 'Can I talk to a person, please?' });
		const [first] = await finish();
		expect(first?.status).toBe('waiting');
		expect(await answers()).toEqual([
			[from, answer('A colleague will contact you soon. Until then, I pause.')],
		]);
		expect((await bed.harness.sent()).map(({ number, text: sms }) => [number, sms.slice(0, 60)])).toEqual([
			['+33600123499', `${from} wants to talk to a person: Can I talk to a person, plea`.slice(0, 60)],
		]);
		bed.tables.change(table, {}, 6);
		await answerLeft();
		expect(states()).toEqual(['person']);
		await write(from, { text: 'Hello?' });
		await bed.served.executions[1]?.result;
		expect(states()).toEqual(['person', 'open']);
		if (first) await bed.harness.expire(first);
		// Nobody has said that the person was called.
		expect(states()).toEqual(['failed', 'open']);
		expect(asked).toEqual([]);
		expect(await answers()).toHaveLength(1);
		expect(await bed.harness.sent()).toHaveLength(1);
	});

	it('asks a colleague about a message of some hours, and is silent for a day from then on', async () => {
		await addOpen(24 * 60 + 55, 'A person, please');
		const [asking] = await answerLeft();
		expect(asking?.status).toBe('waiting');
		expect(bed.tables.rows(table).every(({ result }) => String(result) > inHours(24.5))).toBe(true);
		// The schedule comes late, as n8n was down.
		bed.tables.change(table, {}, 90);
		await answerLeft();
		expect(states()).toEqual(['person']);
		bed.tables.change(table, {}, 24 * 60);
		await answerLeft();
		await write(from, { text: 'Hello?' });
		await finish();
		expect([states(), asked]).toEqual([['person', 'open'], []]);
		expect(await bed.harness.sent()).toHaveLength(1);
	});

	it('lets a message wait while it is unsure whether a colleague was asked', async () => {
		await write(from, { text: 'A person, please' });
		await finish();
		await write(from, { text: 'Hello?' });
		await finish();
		expect(states()).toEqual(['taken', 'open']);
		expect(asked).toEqual([]);
	});

	it('asks a colleague after a crash just before that', async () => {
		// An error that ends the execution leaves the rows as the end of n8n would.
		const crashing = readExample('ai-assistant', {
			...setUp,
			'"executeOnce": true,\n\t\t\t"onError": "continueErrorOutput"': '"executeOnce": true',
		});
		await bed.publish(crashing, 'waba');
		await bed.harness.break({
			on: 'request',
			kind: 'refuse',
			times: 0,
			match: { operation: 'sms.message.send' },
		});
		await write(from, { text: 'A person, please' });
		const [crashed] = await finish();
		await bed.harness.break();
		expect(crashed?.status).toBe('error');
		expect(await bed.harness.sent()).toEqual([]);
		bed.tables.change(table, {}, 6);
		const [again] = await answerLeft();
		expect(again?.status).toBe('waiting');
		expect(await answers()).toHaveLength(1);
		expect(await bed.harness.sent()).toHaveLength(1);
		if (again) await bed.harness.expire(again);
		expect(states()).toEqual(['failed']);
	});

	it('keeps STOP, whatever the colleague does afterwards', async () => {
		await write(from, { text: 'A person, please' });
		const [first] = await finish();
		await stop();
		if (first) await bed.harness.expire(first);
		expect(bed.tables.rows(table)).toEqual([expect.objectContaining({ state: 'done', result: 'STOP' })]);
		expect(await answers()).toHaveLength(1);
	});

	it('tells a colleague the beginning of a long message', async () => {
		await write(from, { text: `A person, please! ${'🙂'.repeat(1000)}` });
		await finish();
		expect((await bed.harness.sent()).map(({ text: sms }) => sms.split('🙂').length - 1)).toEqual([82]);
		expect(states()).toEqual(['taken']);
	});

	it.each([
		['A person, please', true],
		['Can I speak to someone?', true],
		['I want a human', true],
		['Une personne, svp', true],
		['Je voudrais parler à quelqu’un', true],
		['une personne', true],
		['Une table pour une personne', false],
		['A person told me that you are open', false],
		['Is it for one person?', false],
	])('takes "%s" as the wish for a person: %s', async (message, isHandedOver) => {
		await write(from, { text: message });
		await finish();
		expect(states()).toEqual([isHandedOver ? 'taken' : 'done']);
	});

	it('marks what was perhaps sent, and does not send it again', async () => {
		await bed.harness.break({
			on: 'request',
			kind: 'cut-after',
			match: { operation: 'waba.message.sendText' },
		});
		await write(from, { text: 'one' });
		await finish();
		expect(bed.tables.rows(table)).toEqual([
			expect.objectContaining({ state: 'failed', result: expect.stringMatching(/./) }),
		]);
		await bed.harness.run(workflow, 'Every five minutes');
		expect(calls.calls).toEqual([]);
	});

	describe('when the model fails', () => {
		const failing = async (): Promise<void> => await Promise.reject(new Error('The model is down'));
		const tick = async (): Promise<number> => {
			await bed.harness.run(workflow, 'Every five minutes');
			return calls.calls.splice(0).flatMap(({ items }) => items).length;
		};

		it('is seen in the list of executions, and tried again', async () => {
			thinking = failing;
			await write(from, { text: 'one' });
			const [execution] = await finish();
			expect(execution?.status).toBe('error');
			expect(states()).toEqual(['taken']);
			expect(await tick()).toBe(0);
			bed.tables.change(table, {}, 6);
			expect(await tick()).toBe(1);
		});

		it('tries a message again that had waited for hours before', async () => {
			await addOpen(90, 'one');
			thinking = failing;
			await answerLeft();
			bed.tables.change(table, {}, 6);
			thinking = async () => undefined;
			await answerLeft();
			expect(states()).toEqual(['done']);
		});

		it('gives up after an hour, but only what was tried, and deletes none of it', async () => {
			await stop();
			bed.tables.makeOld(61);
			for (const state of ['open', 'taken', 'person', 'done', 'failed'])
				add({ text: 'one', state, result: inHours(-0.01) });
			expect(await tick()).toBe(1);
			expect(states()).toEqual(['open', 'failed', 'person', 'done', 'failed']);
			bed.tables.makeOld(0);
		});

		it('lists what nobody has answered within a day, and deletes what was answered', async () => {
			await stop();
			bed.tables.makeOld(24 * 60);
			add({ text: 'one', state: 'person' });
			await tick();
			expect(states()).toEqual(['person']);
			bed.tables.makeOld(26 * 60);
			for (const state of ['open', 'person', 'done', 'failed']) add({ text: 'one', state });
			expect(await tick()).toBe(0);
			expect(states()).toEqual(['person', 'failed', 'failed', 'failed']);
			bed.tables.makeOld(0);
		});
	});

	describe('after a crash', () => {
		/** Rows that an execution of an n8n that has ended left behind. */
		const left = async (...rows: object[]): Promise<void> => {
			await stop();
			bed.tables.makeOld(6);
			for (const row of rows) add({ result: inHours(1), ...row });
			bed.tables.makeOld(0);
		};
		it('answers messages that were open, together', async () => {
			await left({ text: 'one', state: 'open' }, { text: 'two', state: 'open' });
			await answerLeft();
			expect(await answers()).toEqual([[from, answer('Answer to: one\ntwo')]]);
			await answerLeft();
			expect(asked).toHaveLength(1);
		});

		it('leaves the messages of a copy of the workflow to that copy, whose keys it does not have', async () => {
			const event = 'copy:event';
			await left({ event, text: 'one', state: 'open' }, { event, text: 'two', state: 'taken', run: 'gone' });
			await answerLeft();
			expect(await answers()).toEqual([]);
			expect(states()).toEqual(['open', 'taken']);
		});

		it('answers messages that were taken, without those that came later', async () => {
			await left({ text: 'one', state: 'taken', run: 'gone' }, { text: 'two', state: 'open' });
			hold.open();
			await answerLeft();
			expect(await answers()).toEqual([
				[from, answer('Answer to: one')],
				[from, answer('Answer to: two')],
			]);
		});

		it('sends no second answer where the first was sent', async () => {
			await write(from, { text: 'one' });
			const [execution] = await finish();
			const [row] = bed.tables.rows(table);
			expect(row).toMatchObject({ state: 'done' });
			const taken = execution && jsonOf(execution, 'Read my messages');
			answering = () => 'In other words';
			bed.tables.change(table, { state: 'taken', result: inHours(1) }, 6);
			await answerLeft();
			expect(asked).toHaveLength(2);
			expect(taken).toHaveLength(1);
			expect(await answers()).toHaveLength(1);
			expect(states()).toEqual(['done']);
		});
	});

	it('answers a message whose row has the ID of one that was deleted', async () => {
		bed.tables.makeOld(25 * 60);
		await write(from, { text: 'one' });
		await finish();
		bed.tables.change(table, {}, 25 * 60);
		bed.tables.makeOld(0);
		await bed.harness.run(workflow, 'Every five minutes');
		expect(states()).toEqual([]);
		bed.tables.reuseIds();
		await write(from, { text: 'two' });
		await finish();
		expect(await answers()).toEqual([
			[from, answer('Answer to: one')],
			[from, answer('Answer to: two')],
		]);
	});

	/** A person writes by another channel, and the execution of it ends. */
	const ended = async (channel: 'rcs' | 'sms', message: object): Promise<void> => {
		await bed.publish(workflow, channel);
		hold.open();
		if (channel === 'rcs') await bed.harness.receiveByRcs({ from, type: 'text', ...message });
		else await bed.harness.receive({ from, text: 'one', ...message });
		await bed.harness.execution(bed.served);
	};

	it.each([
		['', {}],
		[' for an agent whose ID is too long for the session', { agentId: `${'a'.repeat(80)}_agent` }],
	])('answers by RCS%s', async (_who, { agentId }: { agentId?: string }) => {
		if (agentId !== undefined) await bed.harness.configure({ rcsAgents: [{ agentId, name: 'Long' }] });
		await ended('rcs', { text: 'one', ...(agentId !== undefined && { agentId }) });
		expect(await bed.harness.sentByRcs()).toEqual([
			expect.objectContaining({ number: from, content: expect.objectContaining({ text: 'Answer to: one' }) }),
		]);
		expect(states()).toEqual(['done']);
	});

	it('tells the model of a photo by RCS, and fetches nothing', async () => {
		await ended('rcs', { type: 'file' });
		expect(asked).toEqual([{ text: expect.stringMatching(/^(Photo|Document)/), files: [] }]);
		expect(await bed.harness.asked()).toEqual(['rcs.message.send']);
		expect(states()).toEqual(['done']);
	});

	it('answers by SMS', async () => {
		await ended('sms', {});
		expect(await bed.harness.sent()).toEqual([{ number: from, text: 'Answer to: one' }]);
		expect(states()).toEqual(['done']);
	});

	it('cuts an answer that is too long for SMS', async () => {
		answering = () => 'word '.repeat(1000);
		await ended('sms', {});
		expect((await bed.harness.sendFields()).map(({ max_parts: parts }) => parts)).toEqual(['4']);
		expect(states()).toEqual(['done']);
	});

	it('ends the conversation by a keyword without a text', async () => {
		await bed.publish(workflow, 'sms');
		const stopBy = async (message: { text: string; keyword?: string }): Promise<void> => {
			const index = bed.served.executions.length;
			await bed.harness.receive({ from, ...message });
			await bed.harness.execution(bed.served, index);
		};
		await stopBy({ text: 'STOP' });
		add({ session: `sms:${from}`, text: 'one', state: 'open' });
		await stopBy({ text: '', keyword: 'STOP' });
		expect(states()).toEqual(['done']);
	});
});
