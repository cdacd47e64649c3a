/** Where callbacks go. */
import { byId, element } from './dom.js';
import { change } from './live.js';

const RECEIVERS = {
	deliveryReportUrl: 'Delivery reports',
	incomingSmsUrl: 'Incoming SMS',
	wabaWebhookUrl: 'WhatsApp',
	rcsWebhookUrl: 'RCS',
};

/** The addresses that a user enters in the customer area. */
export function createReceivers() {
	const form = byId('receivers');
	const error = element('p', { class: 'error', role: 'alert' });
	const inputs = Object.entries(RECEIVERS).map(([name, label]) => {
		const input = element('input', { type: 'url', name, placeholder: 'no address', autocomplete: 'off' });
		return { name, input, line: element('label', {}, label, input) };
	});
	const save = element('button', { type: 'submit' }, 'Save');
	const lines = inputs.map(({ line }) => line);
	form.append(element('details', {}, element('summary', {}, 'Where callbacks go'), ...lines, save, error));
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		error.textContent = '';
		const given = inputs.map(({ name, input }) => [name, input.value.trim() || null]);
		change('config', Object.fromEntries(given)).catch(({ message }) => (error.textContent = message));
	});
	let shown = '';
	return {
		/** What one writes there stays until the setting itself changes. */
		draw(state) {
			const now = JSON.stringify(inputs.map(({ name }) => state[name] ?? ''));
			if (now === shown) return;
			shown = now;
			for (const { name, input } of inputs) input.value = state[name] ?? '';
		},
	};
}
