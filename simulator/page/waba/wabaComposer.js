/** What a phone can write by WhatsApp: texts, answers, reactions, a photo, a document, where it is. */
import { senderOf } from '../support/channels.js';
import { onSubmit, sayOrTellWhy, sendText } from '../phone/composer.js';
import { part } from '../support/dom.js';
import { setUpFile } from '../phone/file.js';
import { takePhoto } from '../phone/photo.js';

const HERE = { type: 'location', latitude: 48.8584, longitude: 2.2945, name: 'Here' };

/** By the beginning of a file's MIME type; all others are documents. */
const MEDIA = ['image', 'video', 'audio'];

function fileMessage({ name, mimeType, base64 }) {
	const type = MEDIA.find((kind) => mimeType.startsWith(`${kind}/`)) ?? 'document';
	return { type, ...(type === 'document' ? { filename: name } : {}), file: { mimeType, base64 } };
}

/**
 * @param {Element} root the phone
 * @param {{ selected: () => string, last: () => object | undefined }} conversation the phone that writes, and the
 * newest message there by WhatsApp
 */
export function setUpWaba(root, { selected, last }) {
	const byName = (name) => part(root, `waba-${name}`);
	const [form, text, error] = ['reply', 'text', 'error'].map(byName);
	/** The message that is being answered, if one is. */
	let answered = null;

	function answer(message) {
		answered = message;
		byName('quote').hidden = message === null;
		byName('quote-text').textContent = message === null ? '' : `Replying to: ${message.text}`;
		if (message !== null) text.focus();
	}

	const say = sayOrTellWhy(error);
	/** To the agent of the message that is answered, else of the newest one, else to the simulator's first one. */
	const write = async (message, beside = {}) => {
		const quote = answered === null ? {} : { replyTo: answered.messageId };
		const to = answered ?? last();
		const agent = to === undefined ? {} : { phoneId: to.agent.phoneId };
		const whole = { ...senderOf(selected()), ...quote, ...agent, ...message, ...beside };
		if (!(await say('waba/incoming', whole))) return false;
		answer(null);
		return true;
	};
	onSubmit(form, text, (words) => write({ type: 'text', text: words }));
	/** What stands in the text field goes along as the caption. */
	const attach = (message) =>
		message.type === 'audio'
			? void write(message)
			: void sendText(text, (caption) => write({ ...message, ...(caption === '' ? {} : { caption }) }));
	const acts = {
		photo: () => attach({ type: 'image', file: { mimeType: 'image/png', base64: takePhoto() } }),
		document: () => attach({ type: 'document' }),
		location: () => void write(HERE),
		stop: () => void write({ type: 'text', text: 'STOP' }),
		'quote-cancel': () => answer(null),
		read: () => void say('waba/read', { number: selected() }),
	};
	for (const [name, act] of Object.entries(acts)) byName(name).addEventListener('click', act);
	setUpFile({
		button: byName('file'),
		input: byName('file-input'),
		onFile: (file) => attach(fileMessage(file)),
		onError: (why) => (error.textContent = why),
	});
	return {
		onReply: answer,
		onReact: (message, emoji) =>
			void write(
				{ type: 'reaction', messageId: message.messageId, emoji },
				{ replyTo: undefined, phoneId: message.agent.phoneId },
			),
		onTap: (message, reply) =>
			void write(reply, { replyTo: message.messageId, phoneId: message.agent.phoneId }),
		/** Escape takes back what was begun. @returns whether there was anything */
		escape() {
			const hadQuote = answered !== null;
			answer(null);
			return hadQuote;
		},
	};
}
