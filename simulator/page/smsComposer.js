/** What a phone can do by SMS: write, and say STOP. */
import { part, onSubmit } from './dom.js';
import { send } from './live.js';

const OPTIONS = ['to', 'keyword', 'charset'];

/**
 * @param {Element} root the phone
 * @param {() => string} selected its number
 */
export function setUpSms(root, selected) {
	const [form, text, error] = [part(root, 'sms-reply'), part(root, 'sms-text'), part(root, 'sms-error')];
	const given = () =>
		Object.fromEntries(
			OPTIONS.map((name) => [name, part(root, `sms-${name}`).value]).filter(([, value]) => value !== ''),
		);
	const write = async (words) => {
		error.textContent = '';
		try {
			await send('incoming', { from: selected(), text: words, ...given() });
			return true;
		} catch ({ message }) {
			error.textContent = message;
			return false;
		}
	};
	part(root, 'sms-stop').addEventListener('click', () => void write('STOP'));
	onSubmit(form, text, write);
	return {};
}
