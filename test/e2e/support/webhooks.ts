import { randomUUID } from 'node:crypto';
import type { Execution } from '../../../playground/src/n8n/executions';
import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import { at, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { agent, rcsAgent } from './realN8n';
import type { Published } from './workflow';

export const json = { 'content-type': 'application/json' };
export const text = { 'content-type': 'text/plain' };
export const megabytes = (count: number): string => 'x'.repeat(count * 1_000_000);

export const acknowledged = { status: 200, body: 'OK' };
export const toBeTriedAgain = { status: 503, body: 'ERROR' };
export const tooLarge = { status: 413, body: 'ERROR' };

/** A WhatsApp webhook as the service posts it. */
export const incoming = (id: string, data: JsonObject): string =>
	JSON.stringify({
		wabaId: agent.wabaId,
		phoneId: agent.phoneId,
		phoneNumber: agent.phoneNumber,
		requestProd: 'WABA',
		requestDate: '2024-06-28T14:00:00+02:00',
		requestType: 'incoming_message',
		data: { from: '33600123461', id, timestamp: '1719576000', ...data },
	});

export const message = (id: string, body = 'Hello', more: JsonObject = {}): string =>
	incoming(id, { type: 'text', text: { body }, ...more });

/** An RCS webhook as the service posts it (service.md#rcs-webhooks), each with a UUID of its own. */
export const rcsMessage = (msisdn: string, words: string): string =>
	JSON.stringify({
		requestType: 'incoming_message_text',
		agentId: rcsAgent.agentId,
		agentName: rcsAgent.name,
		clientId: 123456,
		msisdn,
		requestProd: 'RCS',
		requestSubProd: 'rcs',
		requestDate: '2024-06-28T14:00:00+02:00',
		requestUUID: randomUUID(),
		data: { timestamp: '1719576000', type: 'text', text: words },
	});

export interface Reply {
	status: number;
	body: string;
}

/** Posts a webhook; an answer that does not come in two minutes never comes. */
export async function post(
	{ url }: Published,
	body: string,
	headers: Record<string, string> = json,
): Promise<Reply> {
	const signal = AbortSignal.timeout(120_000);
	const reply = await fetchOnce(url, { method: 'POST', headers, body, signal });
	return { status: reply.status, body: await reply.text() };
}

/** The attempts of a callback, but for those that a busy n8n did not answer in time: the service repeats them. */
export const attemptsInTime = (callback: unknown): unknown[] =>
	listAt(callback, 'attempts').filter(
		(attempt) => !textAt(attempt, 'error').startsWith('no response within'),
	);

/** Whether n8n was too busy to do in two seconds what a trigger does on receipt. */
export const wasTooBusy = (event: unknown): boolean =>
	textAt(event, 'fileNotDownloaded').includes('2 seconds') || at(event, 'markedAsRead') === false;

/** Repeats an event, up to three times, until n8n runs what the trigger does on receipt in time. */
export async function untilRunInTime<Result extends { execution: Execution | undefined }>(
	happen: (attempt: number) => Promise<Result>,
): Promise<Result> {
	for (let attempt = 1; ; attempt++) {
		const result = await happen(attempt);
		if (attempt === 3 || !wasTooBusy(result.execution?.output.Trigger?.[0])) return result;
	}
}
