/** What went over the wire: requests that came in, callbacks that went out. */
import { byId, drawList, element, formatTime } from './dom.js';

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

const isRefusal = (reply) => reply === null || reply.status !== 200 || /^(ERROR|ERREUR)/.test(reply.body);

function describeRequest(request) {
	const { reply } = request;
	const said =
		reply === null
			? 'no answer'
			: reply.status === 200
				? reply.body.slice(0, 40) || '(empty)'
				: `HTTP ${reply.status}`;
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
		note: said,
		tables: [{ pairs: facts }, { heading: 'Fields', pairs: Object.entries(request.fields) }],
	};
}

const CALLBACK_TONES = { pending: 'moving', acknowledged: 'good', failed: 'bad' };
const KIND_NAMES = { delivery_report: 'Report', incoming_sms: 'SMS' };

function describeCallback(callback) {
	const query = new URL(callback.url).searchParams;
	const status = query.has('accuse') ? ` ${query.get('accuse')}` : '';
	const attempts = callback.attempts.map((attempt) => [
		formatTime(attempt.at),
		attempt.error ?? `HTTP ${attempt.status}, "${attempt.body.slice(0, 200)}"`,
	]);
	const next = callback.nextAttemptAt === null ? [] : [['Next attempt', formatTime(callback.nextAttemptAt)]];
	return {
		id: callback.id,
		title: `${formatTime(Number(query.get('ts')) * 1000)}  ${KIND_NAMES[callback.kind] ?? callback.kind}${status} · +${query.get('numero')}`,
		tone: CALLBACK_TONES[callback.state],
		note: callback.state,
		tables: [{ pairs: [['GET', callback.url], ...next] }, { heading: 'Attempts', pairs: attempts }],
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
