/** What a phone can do by SMS: write, and say STOP. */
import { onSubmit, sayOrTellWhy } from '../phone/composer.js';
import { part } from '../support/dom.js';

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
	const say = sayOrTellWhy(error);
	const write = (words) => say('incoming', { from: selected(), text: words, ...given() });
	part(root, 'sms-stop').addEventListener('click', () => void write('STOP'));
	onSubmit(form, text, write);
	return {};
}
