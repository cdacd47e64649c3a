/** What one writes with, by whichever channel. */
import { send } from '../support/live.js';

/**
 * Tells the simulator what the phone does. What is refused is said below the field, until something is done again.
 * @param {Element} error where it is said
 * @returns {(path: string, message: object) => Promise<boolean>} whether it was taken
 */
export const sayOrTellWhy = (error) => async (path, message) => {
	error.textContent = '';
	try {
		await send(path, message);
		return true;
	} catch ({ message: why }) {
		error.textContent = why;
		return false;
	}
};

/**
 * Sends what stands in the field, once: it is taken out at once, and put back where sending fails. As chats do, Enter
 * sends, and with Shift it makes a new line.
 * @param {(words: string) => Promise<boolean>} write
 */
export function onSubmit(form, text, write) {
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const words = text.value;
		text.value = '';
		void write(words).then((isSent) => {
			if (!isSent && text.value === '') text.value = words;
		});
	});
	text.addEventListener('keydown', (event) => {
		if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		form.requestSubmit();
	});
}
