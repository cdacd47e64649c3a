/** The small buttons beside each message. The arrow keys go from message to message; Tab reaches every button. */
import { button } from '../support/dom.js';
import { icon } from '../support/icons.js';
import { titleOf } from './parts.js';

const SMALL = '.inspect, .actions button';

/** Whether a node was drawn for this message: a service that was started anew counts its messages from 1 again. */
export const isDrawn = (node, message) => node?.dataset.at === message.at;

/** A message that was drawn gets its magnifier, unless it is drawn again and has it. */
export function putTools(node, message, onInspect) {
	node.dataset.entry = message.id;
	node.dataset.at = message.at;
	if (node.querySelector('.inspect') !== null) return node;
	const inspect = button(
		{ class: 'inspect', 'aria-label': `Inspect ${titleOf(message)}`, title: 'Inspect' },
		icon('inspect'),
		() => onInspect(message.id, inspect),
	);
	node.append(inspect);
	return node;
}

const STEPS = {
	ArrowUp: (item) => item.previousElementSibling,
	ArrowDown: (item) => item.nextElementSibling,
	Home: (item) => item.parentElement.firstElementChild,
	End: (item) => item.parentElement.lastElementChild,
};

/** @param {Element} list of messages */
export function setUpTools(list) {
	const itemOf = (target) => [...list.children].find((item) => item.contains(target));
	list.addEventListener('keydown', (event) => {
		if (!event.target.matches(SMALL) || !Object.hasOwn(STEPS, event.key)) return;
		event.preventDefault();
		let item = STEPS[event.key](itemOf(event.target));
		while (item !== null && item.querySelector('.inspect') === null) item = STEPS[event.key](item);
		item?.querySelector('.inspect').focus();
	});
}
