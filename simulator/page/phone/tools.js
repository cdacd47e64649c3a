/** The small buttons beside each message: one of them is reached by Tab, the others by the arrow keys. */
import { CHANNEL_NAMES } from '../support/channels.js';
import { button, formatTime } from '../support/dom.js';
import { icon } from '../support/icons.js';

const SMALL = '.inspect, .actions button';

/** A message that was drawn gets its magnifier, unless it is drawn again and has it. */
export function putTools(node, message, onInspect) {
	node.dataset.entry = message.id;
	if (node.querySelector('.inspect') !== null) return node;
	const who = message.direction === 'out' ? `from ${message.sender}` : 'from this phone';
	const name = `Inspect the ${CHANNEL_NAMES[message.channel]} message ${who} at ${formatTime(message.at)}`;
	const inspect = button({ class: 'inspect', 'aria-label': name, title: 'Inspect' }, icon('inspect'), () =>
		onInspect(message.id, inspect),
	);
	node.append(inspect);
	return node;
}

function makeCurrent(list, current) {
	for (const item of list.children) {
		for (const small of item.querySelectorAll(SMALL)) small.tabIndex = item === current ? 0 : -1;
	}
}

const STEPS = {
	ArrowUp: (item) => item.previousElementSibling,
	ArrowDown: (item) => item.nextElementSibling,
	Home: (item) => item.parentElement.firstElementChild,
	End: (item) => item.parentElement.lastElementChild,
};

/** @param {Element} list of messages: the newest is the one that Tab reaches, until one has gone to another */
export function setUpTools(list) {
	const itemOf = (target) => [...list.children].find((item) => item.contains(target));
	new MutationObserver(() => {
		const focused = itemOf(document.activeElement);
		makeCurrent(list, focused ?? list.lastElementChild);
	}).observe(list, { childList: true });
	list.addEventListener('focusin', ({ target }) => makeCurrent(list, itemOf(target)));
	list.addEventListener('keydown', (event) => {
		if (!event.target.matches(SMALL) || !Object.hasOwn(STEPS, event.key)) return;
		event.preventDefault();
		let item = STEPS[event.key](itemOf(event.target));
		while (item !== null && item.querySelector('.inspect') === null) item = STEPS[event.key](item);
		item?.querySelector('.inspect').focus();
	});
}
