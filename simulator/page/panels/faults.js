/** The switches that make something go wrong, and what each of them shows. */
import { byId, choose, element } from '../support/dom.js';
import { read, remove, send } from '../support/live.js';

const delayOf = (what) => ({
	name: 'ms',
	label: `Delay of ${what}`,
	values: [1_000, 2_000, 5_000, 10_000, 30_000],
	labelOf: (ms) => `${ms / 1_000} s`,
	first: 5_000,
});

/** Of those in one group only one strikes a request. */
const SWITCHES = [
	{
		id: 'latency',
		on: 'request',
		label: 'Slow responses',
		says: 'The message arrives immediately, the response late. A node that times out reports an unknown outcome.',
		choice: delayOf('responses'),
	},
	{
		id: 'refuse',
		on: 'request',
		group: 'answer',
		label: 'Reject',
		says: 'The simulator rejects the request as SMSBOX would. Nothing is sent.',
	},
	{
		id: 'cut-before',
		on: 'request',
		group: 'answer',
		label: 'Disconnect before accepting',
		says: 'The connection breaks and nothing is sent. The node reports an unknown outcome.',
	},
	{
		id: 'cut-after',
		on: 'request',
		group: 'answer',
		label: 'Disconnect after accepting',
		says: 'The message arrives and the response is lost. The node reports an unknown outcome and never resends.',
	},
	{
		id: 'status',
		on: 'request',
		group: 'answer',
		label: 'HTTP error',
		says: 'A proxy between n8n and SMSBOX responds instead. Nothing is sent.',
		choice: {
			name: 'status',
			label: 'HTTP status',
			values: [500, 502, 503, 429, 401, 404],
			labelOf: (status) => `HTTP ${status}`,
			first: 500,
		},
	},
	{
		id: 'slow',
		on: 'callback',
		label: 'Slow callbacks',
		says: 'Reports and replies reach the workflow late.',
		choice: delayOf('callbacks'),
	},
	{
		id: 'duplicate',
		on: 'callback',
		label: 'Duplicate callbacks',
		says: 'Every callback arrives twice. A trigger starts its workflow only once.',
	},
	{
		id: 'off',
		on: 'callback',
		label: 'No callbacks',
		says: 'Callbacks are never sent. A workflow that waits for one keeps waiting.',
	},
];

const isSame = (known) => (fault) =>
	fault.on === known.on && fault.kind === known.id && Object.keys(fault.match).length === 0;

const nameOf = (fault) =>
	SWITCHES.find((known) => isSame(known)(fault))?.label ?? `${fault.kind} (${fault.on})`;

const timesOf = (count) => (count === 1 ? 'once' : `${count} times`);

const struck = ({ used, times }) =>
	`${times === 0 ? '' : `, ${times - used} left`}${used === 0 ? '' : `, triggered ${timesOf(used)}`}`;

/** @param {object[]} faults that are on, as the control API shows them */
export const summaryOf = (faults) => faults.map((fault) => `${nameOf(fault)}${struck(fault)}`).join(' · ');

const isInTheWay = (known) => (fault) =>
	isSame(known)(fault) ||
	SWITCHES.some((each) => each.group !== undefined && each.group === known.group && isSame(each)(fault));

/** @returns the faults that are on then */
async function toggle(known, isOn, value) {
	let { faults } = await read('faults');
	for (const { id } of faults.filter(isInTheWay(known))) ({ faults } = await remove(`faults?id=${id}`));
	if (!isOn) return faults;
	const choice = known.choice === undefined ? {} : { [known.choice.name]: value };
	return (await send('faults', { on: known.on, kind: known.id, times: 0, ...choice })).faults;
}

function select({ id, choice }) {
	const node = element('select', { id: `fault-${id}-choice`, 'aria-label': choice.label });
	for (const value of [...choice.values, choice.first]) choose(node, value, choice.labelOf(value));
	return node;
}

/**
 * @param {{ current: () => object[], onChange: (faults: object[]) => void }} given the faults that are on, and what
 * they have become
 */
export function createFaults({ current, onChange }) {
	let under = Promise.resolve();
	/** As long as something is under way the switches stand as one has put them. */
	let waiting = 0;
	/** One after the other, in the order in which one has clicked. */
	const attempt = (act) => {
		byId('fault-error').textContent = '';
		waiting++;
		under = under
			.then(act)
			.then(onChange, ({ message }) => (byId('fault-error').textContent = message))
			.finally(() => {
				waiting--;
				draw();
			});
	};
	const rows = SWITCHES.map((known) => {
		const choice = known.choice === undefined ? undefined : select(known);
		const box = element('input', {
			type: 'checkbox',
			role: 'switch',
			id: `fault-${known.id}`,
			'aria-describedby': `fault-${known.id}-says`,
		});
		const set = (isOn) => attempt(() => toggle(known, isOn, Number(choice?.value)));
		box.addEventListener('change', () => set(box.checked));
		choice?.addEventListener('change', () => {
			if (box.checked) set(true);
		});
		const line = element('div', { class: 'row' }, box, element('label', { for: box.id }, known.label));
		if (choice !== undefined) line.append(choice);
		byId('fault-list').append(
			element('li', {}, line, element('p', { class: 'note', id: `fault-${known.id}-says` }, known.says)),
		);
		return { known, box, choice };
	});
	byId('clear-faults').addEventListener('click', () => {
		attempt(async () => (await remove('faults')).faults);
		byId('inspector-toggle').focus();
	});

	function draw() {
		const faults = current();
		byId('fault-banner').hidden = faults.length === 0;
		byId('fault-summary').textContent = summaryOf(faults);
		if (waiting > 0) return;
		for (const { known, box, choice } of rows) {
			const found = faults.find(isSame(known));
			box.checked = found !== undefined;
			if (found === undefined || choice === undefined) continue;
			const value = found[known.choice.name];
			choose(choice, value, known.choice.labelOf(value));
		}
	}

	return { draw };
}
