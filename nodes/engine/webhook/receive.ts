import type { IDataObject, INodeExecutionData, IWebhookResponseData } from 'n8n-workflow';

import { takeTokens } from '../waiting/resumeToken';
import {
	type CallbackEvent,
	type CallbackFormat,
	type CallbackKind,
	type CallbackRequest,
	type HttpRequest,
	type ReceiverContext,
} from './callback';
import { deduplication } from './deduplication';
import type { RunTasks } from './onReceiptTasks';
import { isListed, loggable, readOptions, type ReceiverOptions } from './options';
import { itemOf, withWaiting } from './output';
import { answeringUrl, resume, type WaitingResult } from './resume';

/**
 * Bytes, so that no body blocks n8n for long. A form has no more to say than a query: Node itself refuses a request whose head is
 * over 16 kB. A text of 5,000 emoji, each escaped as 12 characters, makes the longest documented webhook: 61 kB. Four times that.
 */
const longestBody: Readonly<Record<CallbackFormat, number>> = { parameters: 16_384, json: 256_000 };

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

const formType = 'application/x-www-form-urlencoded';

/**
 * A posted form as the beginning of a query, so that the service's own parameters come before those of the URL. A parameter in
 * both places counts once: the event is the same as by GET. Each byte is a character, so that none of them changes.
 */
function withForm(rawQuery: string, { headers }: HttpRequest, form: Uint8Array): CallbackRequest {
	const isForm = (headers?.['content-type'] ?? formType).toLowerCase().startsWith(formType);
	const text = isForm
		? Buffer.from(form)
				.toString('latin1')
				.replace(/\r?\n$/, '')
		: '';
	const formPairs = text.split('&');
	const isInForm = new Set(formPairs);
	const pairs = [...formPairs, ...rawQuery.split('&').filter((pair) => !isInForm.has(pair))];
	return { rawQuery: pairs.join('&'), body: new Uint8Array() };
}

/** Why a request is refused before anything in it is read. */
interface Refusal {
	reason: string;
	status?: 413;
}

async function readRequest(
	request: HttpRequest,
	format: CallbackFormat,
	{ allowedIps }: ReceiverOptions,
): Promise<CallbackRequest | Refusal> {
	const { method, originalUrl, ip } = request;
	const rawQuery = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?') + 1) : '';
	if (allowedIps !== undefined && !isListed(ip, allowedIps))
		return {
			reason: `the address ${loggable(ip)} is not an allowed source (behind a reverse proxy, set N8N_PROXY_HOPS)`,
		};
	// n8n has read it already where the content type is one that it parses.
	if (method === 'POST' && request.rawBody === undefined) await request.readRawBody?.();
	const body = (method === 'POST' && request.rawBody) || new Uint8Array();
	// By what has arrived: a declared length may be missing or wrong.
	if (body.byteLength > longestBody[format]) return { reason: 'its body is too large', status: 413 };
	return format === 'json' ? { rawQuery, body } : withForm(rawQuery, request, body);
}

/** The item of an event with the results of its tasks. If they fail, the item is returned without them. */
async function withTaskResults<Event>(
	event: Event,
	json: IDataObject,
	runTasks: RunTasks<Event> | undefined,
): Promise<INodeExecutionData> {
	try {
		const { json: result, ...binary } = (await runTasks?.(event)) ?? { json: {} };
		takeTokens(result);
		return { json: { ...json, ...result }, ...binary };
	} catch {
		return { json };
	}
}

/** Logs that an answer did not resume anything, once the service has its reply. */
function logLate(context: ReceiverContext, name: string, { result, reason }: WaitingResult): void {
	if (result === 'resumed') return;
	context.logger.warn(
		`SMSBOX: a ${name} of workflow ${context.getWorkflow().id} did not resume an execution within a minute: ${reason}`,
	);
}

/**
 * Decides on a callback. The first row that fits counts (service.md#callbacks: receiver reply):
 *
 * | Callback | Reply | Execution |
 * | --- | --- | --- |
 * | another source address | 503 `ERROR` | none |
 * | too large a body | 413 `ERROR` | none |
 * | not of this kind | 503 `ERROR` | none |
 * | excluded by a filter, and without a token | `OK` | none |
 * | received before | `OK` | none |
 * | received, and still being stored | 503 `ERROR` | none |
 * | excluded by a filter, with a token | `OK` | may resume one |
 * | a tap that resumes one | `OK` | none of its own |
 * | any other | `OK`, once n8n has stored the execution | starts the workflow, and may resume one |
 *
 * The service retries after 503 and 413. An event that does nothing is not remembered: it would push out others.
 */
async function decideOn<Event extends CallbackEvent>(
	context: ReceiverContext,
	kind: CallbackKind<Event>,
	runTasks: RunTasks<Event> | undefined,
): Promise<IWebhookResponseData> {
	const options = readOptions(context);
	const request = await readRequest(context.getRequestObject(), kind.format, options);
	if ('reason' in request) return refuse(context, request.reason, request.status);
	const event = kind.read(request);
	if (event === undefined)
		return refuse(context, `it isn't a ${kind.name}; check the callback URLs in the customer area`);

	const isExcluded = Object.entries(kind.filters).some(
		([parameter, passes]) => !passes(event, context.getNodeParameter(parameter, '')),
	);
	const headers = options.resumeWaiting ? kind.answers?.headersOf(event) : undefined;
	if (isExcluded && headers === undefined) return acknowledged;
	const json = itemOf(event, () => kind.readRaw(request), context.getNodeParameter('output', ''));
	const tokens = takeTokens(json, kind.hasAuthorsData);
	const url = headers && answeringUrl(context, tokens);
	if (isExcluded && url === undefined) return acknowledged;

	// The test URL is for trying, where the same callback again is what is wanted.
	const isRemembered = options.ignoreDuplicates && context.getMode() !== 'manual';
	const state = isRemembered ? deduplication.arrive(context, event.eventId) : 'new';
	if (state === 'completed') return acknowledged;
	if (state === 'inFlight') return refuse(context, 'the same event is still being stored');

	// At the same time: the service waits for both.
	const [waiting, item] = await Promise.all([
		headers && url !== undefined
			? resume(context, url, headers, (later) => logLate(context, kind.name, later))
			: undefined,
		isExcluded ? undefined : withTaskResults(event, json, runTasks),
	]);
	if (item === undefined) return acknowledged;
	const isResumed = waiting?.result === 'resumed';
	const startsWorkflow = !isResumed || kind.answers?.startsWorkflow === true;
	// Last of all: an event that is remembered but not handed over would be lost when the service tries again.
	if (isRemembered) deduplication.save(context, event.eventId, startsWorkflow);
	if (!startsWorkflow) return acknowledged;
	if (waiting && !isResumed) item.json = withWaiting(item.json, waiting);
	return { workflowData: [[item]] };
}

/**
 * A callback's way through: what is refused, what a filter excludes, repeated or not, what it answers and what is done for it
 * first, and one item out.
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
		return await decideOn(context, kind, runTasks);
	} catch (error) {
		// An error's message may quote what it failed on, so only its class is told.
		context.logger.error(
			`SMSBOX: a ${kind.name} could not be processed: ${error instanceof Error ? error.name : 'unknown error'}`,
		);
		return refuse(context, 'it could not be processed');
	}
}
