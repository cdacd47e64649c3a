/** The inspector's frame: whether it is open, and which of its tabs is. */
import { byId } from '../support/dom.js';

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/** Where there is room beside the phones it is open from the start. */
const ROOMY = '(min-width: 75rem)';

/** @param {() => void} onChange */
export function createTabs(onChange) {
	const tabs = [...document.querySelectorAll('[role="tab"]')];
	const [frame, toggle] = [byId('inspector'), byId('inspector-toggle')];
	/** What was clicked to open it, where the focus goes back to. */
	let opener = () => toggle;

	const current = () =>
		tabs.find((tab) => tab.getAttribute('aria-selected') === 'true').getAttribute('aria-controls');

	function select(wanted) {
		for (const tab of tabs) {
			const isSelected = tab.getAttribute('aria-controls') === wanted;
			tab.setAttribute('aria-selected', String(isSelected));
			tab.tabIndex = isSelected ? 0 : -1;
			byId(tab.getAttribute('aria-controls')).hidden = !isSelected;
		}
		onChange();
	}

	function setOpen(isOpen) {
		frame.hidden = !isOpen;
		toggle.setAttribute('aria-expanded', String(isOpen));
		document.body.classList.toggle('inspecting', isOpen);
		onChange();
	}

	/** @returns whether it was open */
	function close() {
		if (frame.hidden) return false;
		setOpen(false);
		(opener() ?? toggle).focus();
		return true;
	}

	tabs.forEach((tab, index) => {
		tab.addEventListener('click', () => select(tab.getAttribute('aria-controls')));
		tab.addEventListener('keydown', ({ key }) => {
			if (!Object.hasOwn(STEPS, key)) return;
			const other = tabs[(index + STEPS[key] + tabs.length) % tabs.length];
			select(other.getAttribute('aria-controls'));
			other.focus();
		});
	});
	toggle.addEventListener('click', () => {
		opener = () => toggle;
		setOpen(frame.hidden);
	});
	byId('inspector-close').addEventListener('click', close);
	setOpen(matchMedia(ROOMY).matches);

	/** @param {() => Element | null} from what was clicked */
	function open(panel, from) {
		opener = from;
		setOpen(true);
		select(panel);
		tabs.find((tab) => tab.tabIndex === 0).focus();
	}

	for (const each of document.querySelectorAll('[data-opens]')) {
		each.addEventListener('click', () => open(each.dataset.opens, () => each));
	}

	return {
		isOpen: () => !frame.hidden,
		current,
		close,
		open,
		isOverPhones: () => getComputedStyle(frame).position === 'fixed',
	};
}
