/** Small helpers. What comes from messages is only ever set as text, so that it can never become markup. */

/**
 * @param {string} name an element's name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children text stays text
 */
export function element(name, attributes = {}, ...children) {
	const node = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
	node.append(...children);
	return node;
}

/** @param {string} id */
export const byId = (id) => document.getElementById(id);

/** What stands once in each phone, by its name there. */
export const part = (root, name) => root.querySelector(`[data-part="${name}"]`);

/** A button whose words, or whose label, say what it does. */
export function button(attributes, children, act) {
	const node = element('button', { type: 'button', ...attributes }, ...[children].flat());
	node.addEventListener('click', () => act(node));
	return node;
}

/** Chooses a value. One that was set elsewhere, and is in no list, is added. */
export function choose(select, value, label) {
	if (![...select.options].some((option) => option.value === String(value)))
		select.append(element('option', { value: String(value) }, label));
	select.value = String(value);
}

/** Copies a text, and says so on the button that was clicked. */
export async function copy(text, clicked) {
	await navigator.clipboard.writeText(text);
	clicked.textContent = 'Copied';
}

const clock = new Intl.DateTimeFormat('en-GB', {
	timeZone: 'Europe/Paris',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
	timeZone: 'Europe/Paris',
	weekday: 'short',
	day: '2-digit',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});

const hoursAndMinutes = new Intl.DateTimeFormat('en-GB', {
	timeZone: 'Europe/Paris',
	hour: '2-digit',
	minute: '2-digit',
});

/** Paris time, as the service has it. */
export const formatTime = (iso) => clock.format(new Date(iso));
export const formatMinute = (iso) => hoursAndMinutes.format(new Date(iso));
export const formatDay = (iso) => dayAndClock.format(new Date(iso));

/** Draws once for any number of changes within a frame. */
export function onceAFrame(draw) {
	let waiting = false;
	return () => {
		if (waiting) return;
		waiting = true;
		requestAnimationFrame(() => {
			waiting = false;
			draw();
		});
	};
}

/** What each list shows: the nodes by their entry's id, and what they were made from. */
const drawn = new WeakMap();

/**
 * Makes a list show these entries. What has not changed keeps its node, and with it focus, scroll position and
 * whether it is unfolded; a screen reader is told of what is new only.
 * @param {Element} parent
 * @param {{ id: string | number }[]} entries plain JSON
 * @param {(entry: object, previous: Element | undefined) => Element} make
 */
export function drawList(parent, entries, make) {
	const before = drawn.get(parent) ?? new Map();
	const now = new Map();
	for (const entry of entries) {
		const signature = JSON.stringify(entry);
		const known = before.get(entry.id);
		const node = known?.signature === signature ? known.node : make(entry, known?.node);
		now.set(entry.id, { signature, node });
	}
	drawn.set(parent, now);
	let place = parent.firstChild;
	const kept = new Set([...now.values()].map(({ node }) => node));
	for (const { node } of now.values()) {
		while (place !== null && !kept.has(place)) {
			const gone = place;
			place = place.nextSibling;
			gone.remove();
		}
		if (place === node) place = place.nextSibling;
		else parent.insertBefore(node, place);
	}
	while (place !== null) {
		const gone = place;
		place = place.nextSibling;
		gone.remove();
	}
}
