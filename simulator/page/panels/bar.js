/** The bar at the top: the clock, the credits, the connection, light and dark. */
import { byId, choose, formatDay, formatMinute } from '../support/dom.js';
import { change, send } from '../support/live.js';

const THEMES = { light: 'dark', dark: 'light' };
const NAMES = { light: 'Light', dark: 'Dark' };

/** Kept for the next visit, where the browser allows it. */
const memory = {
	read() {
		try {
			return localStorage.getItem('theme');
		} catch {
			return null;
		}
	},
	write(theme) {
		try {
			localStorage.setItem('theme', theme);
		} catch {
			// Then it holds for this visit.
		}
	},
};

function setUpTheme() {
	const root = document.documentElement;
	const isDark = matchMedia('(prefers-color-scheme: dark)');
	const chosen = memory.read();
	const system = () => (isDark.matches ? 'dark' : 'light');
	const current = () => root.dataset.theme ?? system();
	const draw = () => (byId('theme-name').textContent = NAMES[THEMES[current()]]);
	if (Object.hasOwn(THEMES, chosen ?? '')) root.dataset.theme = chosen;
	byId('theme').addEventListener('click', () => {
		root.dataset.theme = THEMES[current()];
		memory.write(root.dataset.theme);
		draw();
	});
	isDark.addEventListener('change', draw);
	draw();
}

/** On a narrow screen, the less frequent controls are folded away. */
function setUpMore() {
	const more = byId('more');
	more.addEventListener('click', () => {
		const isOpen = byId('bar').classList.toggle('open');
		more.setAttribute('aria-expanded', String(isOpen));
	});
}

/** @param {{ onMinute: (time: string) => void }} handlers */
export function createBar({ onMinute }) {
	let state = { now: new Date().toISOString(), speed: 1, balance: 0 };
	let readAt = performance.now();

	function draw() {
		const now = Date.parse(state.now) + (performance.now() - readAt) * state.speed;
		byId('clock').textContent = formatDay(now);
		byId('balance').textContent = String(state.balance);
		onMinute(formatMinute(now));
	}

	setUpTheme();
	setUpMore();
	setInterval(draw, 250);
	byId('speed').addEventListener(
		'change',
		() => void change('config', { speed: Number(byId('speed').value) }),
	);
	for (const each of document.querySelectorAll('[data-advance]')) {
		each.addEventListener('click', () => void send('clock', { advance: Number(each.dataset.advance) }));
	}
	byId('reset').addEventListener('click', () => {
		if (confirm('Delete all messages and restore the initial settings? Callback URLs are kept.'))
			void send('reset');
	});

	return {
		setState(given) {
			[state, readAt] = [given, performance.now()];
			choose(byId('speed'), state.speed, `× ${state.speed}`);
			draw();
		},
		showConnection(text, isLive) {
			byId('connection').textContent = text;
			byId('connection').classList.toggle('live', isLive);
		},
	};
}
