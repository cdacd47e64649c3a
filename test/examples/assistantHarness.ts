/** The example "AI assistant" with a model and with waits that a test plays. The real ones run in a real n8n: playground/src/roundTrips/assistant.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeType } from 'n8n-workflow';
import { z } from 'zod';
import type { RunResult } from '../support/engine';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { description, text, tiny } from '../support/tinyNodes';
import { beforeNode, nodeInPlaceOf } from './nodeOver';
import { setUpExample } from './setUpExample';
import { SubWorkflows } from './subWorkflows';

export const from = '+33600123456';
export const colleague = '+33600123499';
const schedule = 'Every five minutes';
export const passedOn = 'Called by the schedule';
const table = 'smsbox_assistant';
export const phoneId = '200200200200200';
export const session = `whatsapp:${from}:${phoneId}`;
/** A session as it is in the table: it belongs to one workflow. */
export const stored = (sessionId: string, workflow = 'workflow'): string => `${sessionId}:${workflow}`;
const waba = '"wabaId": "100100100100100",';
/** What a user enters. The WABA is in the user's credential; that of the harness has none. */
const edits = {
	'"to": "",': `"to": "${colleague}",`,
	'"operation": "sendText",': `"operation": "sendText", ${waba}`,
	'"operation": "download",': `"operation": "download", ${waba}`,
};
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** What the model does, and what happens meanwhile. */
const usual = () => ({
	/** What the model was asked. */
	asked: new Array<{ text: string; files: string[] }>(),
	/** What happens while it thinks. */
	thinking: async (): Promise<unknown> => undefined,
	/** What it answers. */
	answering: (question: string): string => `Answer to: ${question}`,
	/** What a voice message says; null where it can't be read. */
	heard: (): string | null => 'What I said',
	/** What happens before an execution takes the messages that it has read. */
	beforeTaking: (): void => undefined,
	/** What happens before an execution hands over to a colleague, or is done. */
	beforeHandingOver: (): void => undefined,
	/** Holds each wait until the test lets go. */
	hold: gate(),
	/** Executions that have come to a wait. */
	held: 0,
	/** Holds a STOP before it ends messages that were stored after it. */
	beforeLate: gate(),
	/** Executions that have come there. */
	stops: 0,
});

/** To be called once in a `describe`. */
export function setUpAssistant() {
	const play = usual();
	const calls = new SubWorkflows();
	beforeEach(() => {
		Object.assign(play, usual());
		play.beforeLate.open();
	});
	// Before the harness closes, or it would wait for what is held.
	afterEach(() => {
		play.hold.open();
		play.beforeLate.open();
	});

	const unused: INodeType = { description: description({ inputs: [] }) };
	const agent = tiny(
		async function (items) {
			const question = z.string().parse(this.getNodeParameter('text', 0));
			const files = Object.values(items[0]?.binary ?? {}).map(({ mimeType }) => mimeType);
			play.asked.push({ text: question, files });
			await play.thinking();
			return [[{ json: { output: play.answering(question) }, pairedItem: { item: 0 } }]];
		},
		{ properties: [text('text')] },
	);
	const transcribe = tiny(async (items) => {
		const json = { text: play.heard() };
		if (json.text === null) throw new Error('The file is no recording');
		return await Promise.resolve([items.map((_, item) => ({ json, pairedItem: { item } }))]);
	});
	const at = setUpExample('ai-assistant', {
		published: 'waba',
		edits,
		nodes: () => ({
			'@n8n/n8n-nodes-langchain.agent': agent,
			'@n8n/n8n-nodes-langchain.lmChatOpenAi': unused,
			'@n8n/n8n-nodes-langchain.memoryBufferWindow': unused,
			'@n8n/n8n-nodes-langchain.openAi': transcribe,
			...nodeInPlaceOf('n8n-nodes-base.wait', async (context) => {
				if (context.getNode().name === 'Wait for late messages') {
					play.stops += 1;
					await play.beforeLate.opened;
				} else {
					play.held += 1;
					await play.hold.opened;
					// A loop of waits must let others have a turn.
					await sleep(20);
				}
				return [context.getInputData()];
			}),
			...beforeNode('n8n-nodes-base.aggregate', 'Combine the rows', () => play.beforeTaking()),
			...beforeNode('n8n-nodes-base.if', 'Hand over?', () => play.beforeHandingOver()),
			...calls.anew,
		}),
	});

	/** An execution comes to a wait because of what happens. */
	async function heldBy(happen: Promise<unknown>): Promise<void> {
		const before = play.held;
		await happen;
		await eventually(() => expect(play.held).toBeGreaterThan(before));
	}
	const rows = () => at.tables.rows(table);
	const change = (row: object, minutes = 0): void => at.tables.change(table, { ...row }, minutes);
	const add = (row: object): void => {
		const empty = { file: '', run: '', result: '' };
		at.tables.restore(table, {
			event: 'workflow:event',
			session: stored(session),
			agent: phoneId,
			...empty,
			...row,
		});
	};
	const stop = async (): Promise<unknown> => await at.receive({ from, type: 'text', text: 'STOP' });
	/** What the schedule finds. */
	async function tick() {
		await at.run({}, schedule);
		return calls.calls.splice(0).flatMap(({ items }) => items);
	}

	return {
		at,
		/** What a test can change. */
		play,
		rows,
		states: () => rows().map(({ state }) => state),
		change,
		add,
		/** A person writes; the execution of it waits for more. */
		write: async (message: string | object, person = from): Promise<void> => {
			const content = typeof message === 'string' ? { text: message } : message;
			await heldBy(at.harness.receiveByWhatsApp({ from: person, type: 'text', ...content }));
		},
		stop,
		/** Lets go, and all executions come to their end. */
		finish: async (): Promise<RunResult[]> => {
			play.hold.open();
			return await Promise.all(at.served.executions.map(async ({ result }) => await result));
		},
		/** Rows that are so many minutes old: of an n8n that was down, or while a colleague was in charge. */
		left: async (minutes: number, ...olds: object[]): Promise<void> => {
			await stop();
			at.tables.makeOld(minutes);
			for (const row of olds) add(row);
			at.tables.makeOld(0);
			play.hold.open();
		},
		tick,
		/** The schedule has what it finds answered. */
		answerLeft: async (): Promise<RunResult[]> => {
			const items = await tick();
			return await Promise.all(items.map(async (item) => await at.attempt({}, passedOn, item)));
		},
		/** What was sent by WhatsApp. */
		answers: async () =>
			(await at.harness.sentByWhatsApp()).map(({ number, content }) => [number, content['text']]),
		/** One of these. */
		answer: (body: string, person = from): unknown[] => [person, expect.objectContaining({ body })],
	};
}
