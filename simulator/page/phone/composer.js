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
 * Sends what stands in the field, once: it is taken out at once. Where sending fails, it is put back, before what was
 * typed meanwhile.
 * @param {(words: string) => Promise<boolean>} write
 */
export async function sendText(text, write) {
	const words = text.value;
	text.value = '';
	if (!(await write(words))) text.value = [words, text.value].filter((each) => each !== '').join('\n');
}

/**
 * As chats do, Enter sends, and with Shift it makes a new line.
 * @param {(words: string) => Promise<boolean>} write
 */
export function onSubmit(form, text, write) {
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		void sendText(text, write);
	});
	text.addEventListener('keydown', (event) => {
		if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		form.requestSubmit();
	});
}
