/** What went over the wire, as plain entries that can be read: `{ id, title, tone, note, blocks, links }`. */
import { nameOf } from '../support/channels.js';
import { formatTime } from '../support/dom.js';
import { textOf } from '../phone/parts.js';

/** A block is a heading with pairs, or with a text as it stands. */
const facts = (heading, pairs) => (pairs.length === 0 ? [] : [{ heading, pairs }]);
const whole = (heading, text) => (text === '' ? [] : [{ heading, text }]);

/** JSON as it is easiest to read; anything else as it came. */
function readable(text) {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

const isRefusal = (reply) => reply === null || reply.status >= 300 || /^(ERROR|ERREUR)/.test(reply.body);

/** A reply of the JSON interfaces says little in its first words. */
export const briefly = ({ status, body }) =>
	status === 200 && !body.startsWith('{') ? body.slice(0, 40) || '(empty)' : `HTTP ${status}`;

const isJson = ({ headers }) => /\bjson\b/.test(headers['content-type'] ?? '');

/** A form as its fields, JSON as its text. */
function bodyBlocks(request) {
	const fields = Object.entries(request.fields);
	if (isJson(request)) return whole('JSON body', readable(request.body));
	return [...facts('Form fields', fields), ...whole('Raw body', request.body)];
}

/**
 * @param {object} request as the control API shows it
 * @param {{ id: number, label: string }[]} links the messages that it made or changed
 */
export function requestEntry(request, links = []) {
	const { reply } = request;
	const details = [
		...(request.reason === undefined ? [] : [['Rejection reason', request.reason]]),
		...(request.fault === undefined ? [] : [['Fault', request.fault]]),
		...(request.undeclared.length === 0 ? [] : [['Undeclared fields', request.undeclared.join(', ')]]),
	];
	return {
		id: request.id,
		title: `${formatTime(request.at)}  ${request.operation ?? `${request.method} ${request.url}`}`,
		tone: isRefusal(reply) ? 'bad' : 'good',
		note: reply === null ? 'no response' : briefly(reply),
		links,
		blocks: [
			...facts(undefined, [[request.method, request.url], ...details]),
			...facts('Headers', Object.entries(request.headers)),
			...bodyBlocks(request),
			...(reply === null
				? whole('Response', 'None. The connection was cut or the request timed out.')
				: whole(`Response, HTTP ${reply.status}`, readable(reply.body) || '(empty)')),
		],
	};
}

/** A webhook may say anything: what has no name here is called what it calls itself. */
const nameIn = (names, key) => (Object.hasOwn(names, key) ? names[key] : textOf(key));

const TONES = { pending: 'moving', acknowledged: 'good', failed: 'bad' };
const KIND_NAMES = { delivery_report: 'Report', incoming_sms: 'SMS' };
const REQUEST_TYPES = {
	incoming_message: 'Message',
	status_update: 'Status',
	incoming_error: 'Error',
	incoming_event: 'Event',
	incoming_message_text: 'Text',
	incoming_message_reply: 'Reply',
	incoming_message_action: 'Action',
	incoming_message_file: 'File',
	incoming_message_location: 'Location',
};
const TYPE_NAMES = { interactive: 'tap', button: 'tap' };

/** What a callback is about, in a few words: by its parameters, or by its JSON. */
function subjectOf({ kind, url, form, body }, statusNames) {
	if (body === undefined) {
		const sent = form === undefined ? new URL(url).searchParams : new URLSearchParams(form);
		const code = sent.get('accuse') ?? '';
		const status = Object.hasOwn(statusNames, code) ? `${code} ${statusNames[code]}` : code;
		return [nameIn(KIND_NAMES, kind), status, '·', nameOf(sent.get('numero') ?? '')];
	}
	const { requestType, msisdn } = body;
	const data = body.data ?? {};
	const who = msisdn ?? data.recipient_id ?? data.from ?? data.from_user_id ?? body.from_user_id;
	// The request's type says already what a message by RCS is.
	const type = msisdn === undefined ? nameIn(TYPE_NAMES, textOf(data.type)) : undefined;
	const what = textOf(data.status ?? data.eventType ?? type);
	return [nameIn(REQUEST_TYPES, requestType), what, '·', nameOf(textOf(who).replace(/^\+/, ''))];
}

const outcomeOf = ({ status, error }) => error ?? `HTTP ${status}`;

function answerOf(attempt) {
	const { body, error } = attempt;
	if (error !== null) return error;
	return `${outcomeOf(attempt)}, ${body === '' ? 'empty' : `"${body.slice(0, 200)}"`}`;
}

/** Why a callback failed for good; undefined for any other. */
export function failureOf({ state, attempts }) {
	if (state !== 'failed') return undefined;
	// One that was given up while it waited for its turn has no attempt.
	const last = attempts.at(-1);
	return last === undefined ? 'no response' : outcomeOf(last);
}

function noteOf(callback) {
	const { state, attempts } = callback;
	const failure = failureOf(callback);
	return [
		state,
		...(failure === undefined ? [] : [failure]),
		...(attempts.length > 1 ? [`${attempts.length} attempts`] : []),
	].join(', ');
}

/** Callback URLs differ from their workflow's by what is appended to their query. */
const isCalled = (url) => (workflow) =>
	url === workflow.url || url.startsWith(`${workflow.url.split('?')[0]}?`);

/**
 * @param {{ id: number, label: string }[]} links the message that it tells of
 * @param {{ url: string, name: string, link?: string }[]} workflows which are known to listen
 * @param {Record<string, string>} statusNames of the message, by their codes
 */
export function callbackEntry(callback, links = [], workflows = [], statusNames = {}) {
	const { method, url, form, body, attempts, nextAttemptAt } = callback;
	const query = body === undefined ? [...new URL(url).searchParams] : [];
	const next = nextAttemptAt === null ? [] : [['Next attempt', formatTime(nextAttemptAt)]];
	return {
		id: callback.id,
		title: `${formatTime(callback.createdAt)}  ${subjectOf(callback, statusNames).filter(Boolean).join(' ')}`,
		tone: TONES[callback.state],
		workflow: workflows.find(isCalled(url)),
		note: noteOf(callback),
		links,
		blocks: [
			...facts(undefined, [[method, url]]),
			...facts('Attempts', [
				...attempts.map((attempt) => [formatTime(attempt.at), answerOf(attempt)]),
				...next,
			]),
			...facts('Query', query),
			...facts('Form fields', [...new URLSearchParams(form)]),
			...(body === undefined ? [] : whole('JSON body', JSON.stringify(body, null, 2))),
		],
	};
}
