/** The settings: where callbacks go, the credits, and which delivery rules are enforced. */
import { byId, element } from '../support/dom.js';
import { change, send } from '../support/live.js';

const CALLBACK_URLS = {
	deliveryReportUrl: 'Delivery reports',
	incomingSmsUrl: 'Incoming SMS',
	wabaWebhookUrl: 'WhatsApp events',
	rcsWebhookUrl: 'RCS events',
};

const RULES = {
	enforceMarketingHours: {
		label: 'Enforce marketing hours',
		says: 'Rejects marketing SMS at night (20:00 to 8:00 Paris time), on Sundays and on public holidays. When off, they arrive with a warning.',
	},
	enforceServiceWindow: {
		label: 'Enforce the 24-hour window',
		says: "Fails WhatsApp messages to people who haven't written in the last 24 hours, except templates. When off, they arrive with a warning.",
	},
};

/** Returns what is said of saved callback URLs. At a Test URL, n8n answers 404 unless its editor listens. */
function saidOf(urls) {
	const tests = Object.entries(urls).filter(([, url]) => /\/webhook-test\//.test(url ?? ''));
	if (tests.length === 0) return 'Saved';
	const names = tests.map(([name]) => CALLBACK_URLS[name]).join(', ');
	return `Saved, but ${names}: this is a Test URL. It works only while n8n's editor listens. Otherwise, enter the Production URL.`;
}

/** Returns what saves settings, and shows whether that worked: "Saved", or the error with the field's label. */
function createSaver() {
	const saved = element('p', { class: 'saved', role: 'status' });
	const error = element('p', { class: 'error', role: 'alert' });
	const clear = () => {
		saved.textContent = '';
		error.textContent = '';
	};
	const save = async (settings, said = 'Saved') => {
		clear();
		try {
			await change('config', settings);
			saved.textContent = said;
		} catch ({ message }) {
			const [name] = message.split(' ');
			error.textContent = message.replace(name, CALLBACK_URLS[name] ?? name);
		}
	};
	return { saved, error, clear, save };
}

/**
 * Fills a form with labeled fields, a button and what is said of saving.
 *
 * @param {{ id: string, button: string, fields: { name: string, label: string, input: object }[],
 * textOf: (value: unknown) => string, settingsOf: (texts: object) => object, said?: (settings: object) => string }} form
 */
function createForm({ id, button, fields, textOf, settingsOf, said = () => 'Saved' }) {
	const { saved, error, clear, save } = createSaver();
	const form = byId(id);
	const row = element('div', { class: 'row' }, element('button', { type: 'submit' }, button), saved);
	form.append(...fields.map(({ label, input }) => element('label', {}, label, input)), row, error);
	form.addEventListener('input', clear);
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const settings = settingsOf(Object.fromEntries(fields.map(({ name, input }) => [name, input.value])));
		void save(settings, said(settings));
	});
	let shown;
	/** Keeps what a person types until a setting changes. */
	return (state) => {
		const texts = fields.map(({ name }) => textOf(state[name]));
		const now = JSON.stringify(texts);
		if (now === shown) return;
		shown = now;
		for (const [index, { input }] of fields.entries()) input.value = texts[index];
	};
}

const createCallbackUrls = () =>
	createForm({
		id: 'callback-urls',
		button: 'Save',
		fields: Object.entries(CALLBACK_URLS).map(([name, label]) => ({
			...{ name, label },
			input: element('input', { type: 'url', name, placeholder: 'Not set', autocomplete: 'off' }),
		})),
		textOf: (url) => url ?? '',
		settingsOf: (urls) =>
			Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, url.trim() || null])),
		said: saidOf,
	});

const createCredits = () =>
	createForm({
		id: 'credits',
		button: 'Save credits',
		fields: [
			{
				...{ name: 'balance', label: 'Credits' },
				input: element('input', { type: 'number', min: '0', step: '0.01', required: '' }),
			},
		],
		textOf: String,
		settingsOf: ({ balance }) => ({ balance: Number(balance) }),
	});

/** @param {() => Promise<void>} read reads and draws the settings */
function createRules(read) {
	const { saved, error, save } = createSaver();
	const switches = Object.entries(RULES).map(([name, { label, says }]) => {
		const [id, note] = [`rule-${name}`, `rule-${name}-says`];
		const box = element('input', { type: 'checkbox', role: 'switch', id, 'aria-describedby': note });
		const rule = { name, box, saving: 0 };
		box.addEventListener('change', async () => {
			rule.saving += 1;
			await save({ [name]: box.checked });
			// If reading fails, the page is disconnected, and reads everything once it is connected again.
			await read().catch(() => {});
			rule.saving -= 1;
			show();
		});
		const line = element('div', { class: 'row' }, box, element('label', { for: id }, label));
		byId('rules').append(element('li', {}, line, element('p', { class: 'note', id: note }, says)));
		return rule;
	});
	byId('rules-outcome').append(saved, error);
	let state = {};
	/** A state from before a switch was set must not set it back while that is being saved and read. */
	const show = () => {
		for (const { name, box, saving } of switches) if (saving === 0) box.checked = state[name] === true;
	};
	return (given) => {
		state = given;
		show();
	};
}

function createRestore() {
	const outcome = element('p', { class: 'saved', role: 'status' });
	const restore = element('button', { type: 'button' }, 'Restore samples');
	restore.addEventListener('click', () => {
		outcome.textContent = '';
		void send('samples/restore').then(
			() => (outcome.textContent = 'Restored'),
			({ message }) => (outcome.textContent = message),
		);
	});
	byId('restore-samples').append(restore, outcome);
}

/** @param {() => Promise<void>} read reads the state, and draws the page with it */
export function createSettings(read) {
	const parts = [createCallbackUrls(), createCredits(), createRules(read)];
	createRestore();
	return {
		draw(state) {
			for (const drawPart of parts) drawPart(state);
		},
	};
}
