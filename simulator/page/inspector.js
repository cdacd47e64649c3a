/** What went over the wire: requests that came in, callbacks that went out. */
import { nameOf } from './channels.js';
import { byId, drawList, element, formatTime } from './dom.js';
import { textOf } from './parts.js';

const MOST_ENTRIES = 100;

const rows = (pairs) =>
	element(
		'table',
		{},
		element(
			'tbody',
			{},
			...pairs.map(([name, value]) =>
				element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, String(value))),
			),
		),
	);

function unfoldable({ title, tone, note, tables }, previous) {
	const summary = element(
		'summary',
		{},
		element('span', { class: 'what' }, title),
		element('span', { class: `pill ${tone}` }, note),
	);
	const body = tables.flatMap(({ heading, pairs }) => [
		...(heading === undefined ? [] : [element('h3', {}, heading)]),
		rows(pairs),
	]);
	const entry = element('details', {}, summary, ...body);
	entry.open = previous?.open ?? false;
	return entry;
}

/** The panel's first paragraph says what will stand there; the list comes after it. */
function drawPanel(panel, entries) {
	panel.querySelector('.hint').hidden = entries.length > 0;
	drawList(panel.querySelector('.entries'), entries, unfoldable);
}

const isRefusal = (reply) => reply === null || reply.status >= 300 || /^(ERROR|ERREUR)/.test(reply.body);

/** A reply of the JSON interfaces says little in its first words. */
const briefly = ({ status, body }) =>
	status === 200 && !body.startsWith('{') ? body.slice(0, 40) || '(empty)' : `HTTP ${status}`;

function describeRequest(request) {
	const { reply } = request;
	const facts = [
		['Request', `${request.method} ${request.url}`],
		['Authorization', request.headers.authorization ?? '(none)'],
		...(request.reason === undefined ? [] : [['Refused because', request.reason]]),
		...(request.undeclared.length === 0 ? [] : [['Undeclared', request.undeclared.join(', ')]]),
		...(request.fault === undefined ? [] : [['Fault', request.fault]]),
		['Reply', reply === null ? '(none)' : reply.body],
	];
	return {
		id: request.id,
		title: `${formatTime(request.at)}  ${request.operation ?? `${request.method} ${request.url}`}`,
		tone: isRefusal(reply) ? 'bad' : 'good',
		note: reply === null ? 'no answer' : briefly(reply),
		tables: [{ pairs: facts }, { heading: 'Fields', pairs: Object.entries(request.fields) }],
	};
}

const CALLBACK_TONES = { pending: 'moving', acknowledged: 'good', failed: 'bad' };
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

/** What a callback is about, in a few words: by its query, or by its body. */
function subjectOf({ kind, url, body }) {
	if (body === undefined) {
		const query = new URL(url).searchParams;
		return [KIND_NAMES[kind] ?? kind, query.get('accuse') ?? '', '·', nameOf(query.get('numero') ?? '')];
	}
	const { requestType, msisdn } = body;
	const data = body.data ?? {};
	const who = msisdn ?? data.recipient_id ?? data.from ?? data.from_user_id ?? body.from_user_id;
	// The request's type says already what a message by RCS is.
	const what = textOf(data.status ?? data.eventType ?? (msisdn === undefined ? data.type : undefined));
	return [REQUEST_TYPES[requestType] ?? requestType, what, '·', nameOf(textOf(who).replace(/^\+/, ''))];
}

function describeCallback(callback) {
	const attempts = callback.attempts.map((attempt) => [
		formatTime(attempt.at),
		attempt.error ?? `HTTP ${attempt.status}, "${attempt.body.slice(0, 200)}"`,
	]);
	const next = callback.nextAttemptAt === null ? [] : [['Next attempt', formatTime(callback.nextAttemptAt)]];
	const body = callback.body === undefined ? [] : [['Body', JSON.stringify(callback.body, null, 2)]];
	return {
		id: callback.id,
		title: `${formatTime(callback.createdAt)}  ${subjectOf(callback).filter(Boolean).join(' ')}`,
		tone: CALLBACK_TONES[callback.state],
		note: callback.state,
		tables: [
			{ pairs: [[callback.method, callback.url], ...body, ...next] },
			{ heading: 'Attempts', pairs: attempts },
		],
	};
}

export function drawRequests(requests) {
	drawPanel(byId('requests'), requests.slice(-MOST_ENTRIES).reverse().map(describeRequest));
}

export function drawCallbacks(callbacks) {
	drawPanel(byId('callbacks'), callbacks.slice(-MOST_ENTRIES).reverse().map(describeCallback));
}

/** Tabs as the keyboard expects them: one stop, arrows between them. */
export function setUpTabs() {
	const tabs = [...document.querySelectorAll('[role="tab"]')];
	const select = (tab) => {
		for (const each of tabs) {
			const isSelected = each === tab;
			each.setAttribute('aria-selected', String(isSelected));
			each.tabIndex = isSelected ? 0 : -1;
			byId(each.getAttribute('aria-controls')).hidden = !isSelected;
		}
	};
	tabs.forEach((tab, index) => {
		tab.addEventListener('click', () => select(tab));
		tab.addEventListener('keydown', ({ key }) => {
			if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
			const other = tabs[(index + 1) % tabs.length];
			select(other);
			other.focus();
		});
	});
}
