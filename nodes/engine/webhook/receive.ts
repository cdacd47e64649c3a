import type { IDataObject, INodeExecutionData, IWebhookResponseData } from 'n8n-workflow';

import {
	methodsOf,
	type CallbackEvent,
	type CallbackFormat,
	type CallbackKind,
	type CallbackRequest,
} from './callback';
import type { HttpRequest, ReceiverContext } from './context';
import type { RunTasks } from './onReceiptTasks';
import { readOptions, type ReceiverOptions } from './options';
import { itemOf, withFree } from './output';
import { EventDeduplication } from './deduplication';
import { mayHoldToken, withoutTokens } from '../waiting/resumeToken';
import { answeringUrl, resume, unanswered, type WaitingResult } from './resume';
import { isListed, loggable } from './ipAllowlist';

/** A longer query never gets this far: Node itself refuses a request whose head is over 16 kB. */
const longestQuery = 16_384;

/**
 * Bytes, so that no body blocks n8n for long. A form has no more to say than a query. A text of 5,000 emoji, each escaped as 12
 * characters, makes the longest documented webhook: 61 kB. Four times that.
 */
const longestBody: Readonly<Record<CallbackFormat, number>> = { parameters: longestQuery, json: 256_000 };

/** Answers `OK` and starts nothing. */
const acknowledged: IWebhookResponseData = { webhookResponse: 'OK' };

/**
 * Answers `ERROR` with a status that the service retries: every 15 minutes for up to 12 hours. 401, 403 and 404 would
 * lose the event for good (service.md#callbacks: retries). The response is ended here, as n8n would answer 200.
 */
function refuse(context: ReceiverContext, reason: string, status: 413 | 503 = 503): IWebhookResponseData {
	context.logger.warn(`SMSBOX: workflow ${context.getWorkflow().id} rejected a callback: ${reason}`);
	context.getResponseObject().status(status).send('ERROR');
	return { noWebhookResponse: true };
}

/** Why the request is refused before anything in it is read, if it is. */
function refusalOf(
	request: HttpRequest,
	rawQuery: string,
	methods: readonly string[],
	options: ReceiverOptions,
): string | undefined {
	if (!methods.includes(request.method)) return `its method is not ${methods.join(' or ')}`;
	if (rawQuery.length > longestQuery) return 'its query is too long';
	if (options.allowedIps !== undefined && !isListed(request.ip, options.allowedIps)) {
		return `the address ${loggable(request.ip)} is not an allowed source (behind a reverse proxy, set N8N_PROXY_HOPS)`;
	}
	return undefined;
}

function passesFilters<Event extends CallbackEvent>(
	context: ReceiverContext,
	kind: CallbackKind<Event>,
	event: Event,
): boolean {
	return Object.entries(kind.filters).every(([parameter, passes]) =>
		passes(event, context.getNodeParameter(parameter, '')),
	);
}

const formType = 'application/x-www-form-urlencoded';

async function bodyOf(request: HttpRequest): Promise<Uint8Array> {
	// n8n has read it already where the content type is one that it parses.
	if (request.rawBody === undefined) await request.readRawBody?.();
	return request.rawBody ?? new Uint8Array();
}

/**
 * A posted form as the beginning of a query, so that the service's own parameters come before those of the URL. A parameter in
 * both places counts once: the event is the same as by GET. Each byte is a character, so that none of them changes.
 */
function withForm(rawQuery: string, { headers }: HttpRequest, form: Uint8Array): CallbackRequest {
	const isForm = (headers?.['content-type'] ?? formType).startsWith(formType);
	const text = isForm
		? Buffer.from(form)
				.toString('latin1')
				.replace(/\r?\n$/, '')
		: '';
	const own = new Set(text.split('&'));
	const pairs = [...own, ...rawQuery.split('&').filter((pair) => !own.has(pair))];
	return { rawQuery: pairs.filter((pair) => pair !== '').join('&'), body: new Uint8Array() };
}

/** The item of an event with the results of its tasks. If they fail, the item is returned without them. */
async function withTaskResults<Event>(
	event: Event,
	json: IDataObject,
	runTasks: RunTasks<Event>,
): Promise<INodeExecutionData> {
	try {
		const { json: result, ...binary } = await runTasks(event);
		return { json: { ...json, ...result }, ...binary };
	} catch {
		return { json };
	}
}

/**
 * Answers the question that an event is about; returns what came of it, and undefined for an event that is no answer.
 *
 * @param answering the URL that answers, or why there is none
 */
async function answered<Event extends CallbackEvent>(
	context: ReceiverContext,
	{ name }: CallbackKind<Event>,
	eventId: string,
	answering: string | WaitingResult | undefined,
	headers: Record<string, string> | undefined,
): Promise<WaitingResult | undefined> {
	if (typeof answering !== 'string') return answering;
	return await resume(context, eventId, answering, headers ?? {}, (later) => {
		void later.then(({ result, reason }) => {
			if (result === 'resumed') return;
			context.logger.warn(
				`SMSBOX: a ${name} of workflow ${context.getWorkflow().id} did not resume an execution within a minute: ${reason}`,
			);
		});
	});
}

/** One for all triggers of this process. */
const deduplication = new EventDeduplication(Date.now);

async function decide<Event extends CallbackEvent>(
	context: ReceiverContext,
	kind: CallbackKind<Event>,
	runTasks: RunTasks<Event> | undefined,
): Promise<IWebhookResponseData> {
	const http = context.getRequestObject();
	const options = readOptions(context);
	const questionMark = http.originalUrl.indexOf('?');
	const rawQuery = questionMark === -1 ? '' : http.originalUrl.slice(questionMark + 1);
	const refusal = refusalOf(http, rawQuery, methodsOf[kind.format], options);
	if (refusal !== undefined) return refuse(context, refusal);

	const body = http.method === 'POST' ? await bodyOf(http) : new Uint8Array();
	// By what has arrived: a declared length may be missing or wrong.
	if (body.byteLength > longestBody[kind.format]) return refuse(context, 'its body is too large', 413);
	const request = kind.format === 'json' ? { rawQuery, body } : withForm(rawQuery, http, body);
	const event = kind.read(request);
	if (event === undefined) {
		return refuse(context, `it isn't a ${kind.name}; check the callback URLs in the customer area`);
	}

	const isSuspect = mayHoldToken(request.rawQuery, request.body);
	const headers = isSuspect && options.resumeWaiting ? kind.answers?.headersOf(event) : undefined;
	const answering = headers && answeringUrl(context, kind.readRaw(request));
	const passes = passesFilters(context, kind, event);
	// Filtered before it is remembered: what starts nothing costs no write to the database.
	if (!passes && answering === undefined) return acknowledged;

	// The test URL is for trying, where the same callback again is what is wanted.
	const remembered = options.ignoreDuplicates && context.getMode() !== 'manual';
	if (remembered) {
		const state = deduplication.arrive(context, event.eventId);
		if (state === 'completed') return acknowledged;
		if (state !== 'new') return refuse(context, 'the same event is still being stored');
	}
	const json = itemOf(event, () => kind.readRaw(request), context.getNodeParameter('output', ''));
	// At the same time: the service waits for both.
	const [waiting, item] = await Promise.all([
		answered(context, kind, event.eventId, answering, headers),
		runTasks === undefined || !passes ? { json } : withTaskResults(event, json, runTasks),
	]);
	// It can't be told whether an earlier call has resumed, so nothing says that this one has changed nothing.
	const told =
		waiting?.result === 'notResumed' && deduplication.isRefused(context, event.eventId)
			? unanswered
			: waiting;
	if (
		waiting?.result === 'unknown' &&
		kind.answers?.isRepeated === true &&
		deduplication.refuseOnce(context, event.eventId)
	)
		return refuse(context, `what waits for it did not resume yet: ${waiting.reason}`);
	if (!passes) return acknowledged;
	const isResumed = waiting?.result === 'resumed';
	if (isResumed && kind.answers?.startsWorkflow !== true) {
		if (remembered) deduplication.saveResumed(context, event.eventId);
		return acknowledged;
	}
	// Last of all: an event that is remembered but not handed over would be lost when the service tries again.
	if (remembered) deduplication.save(context, event.eventId);
	const shown = isSuspect ? withoutTokens(item.json) : item.json;
	if (told === undefined || isResumed) return { workflowData: [[{ ...item, json: shown }]] };
	return { workflowData: [[{ ...item, json: { ...withFree('waiting', shown), waiting: { ...told } } }]] };
}

/**
 * A callback's way through: method, size, source address, reading, filters, repeated or not, what it answers and what is done
 * for it first, and one item out.
 * Every callback ends in one of three ways (service.md#callbacks: receiver reply):
 * - an item and, once n8n has stored the execution, `OK`;
 * - `OK` and no execution of its own, for what a filter keeps out, for what was received before, and for a tap that has resumed
 *   an execution;
 * - 503 with `ERROR`, or 413 for a body that is too large, which the service retries, for what is refused, and once for a delivery report
 *   that may resume an execution later.
 *
 * It never throws and never leaves the caller without an answer. Nothing of the query or the body gets into the
 * log.
 *
 * @param runTasks what is done for an event that starts the workflow, before it does; never for a repeated one
 */
export async function receive<Event extends CallbackEvent>(
	context: ReceiverContext,
	kind: CallbackKind<Event>,
	runTasks?: RunTasks<Event>,
): Promise<IWebhookResponseData> {
	try {
		return await decide(context, kind, runTasks);
	} catch (error) {
		// An error's message may quote what it failed on, so only its class is told.
		context.logger.error(
			`SMSBOX: a ${kind.name} could not be processed: ${error instanceof Error ? error.name : 'unknown error'}`,
		);
		return refuse(context, 'it could not be processed');
	}
}
