/** What a phone can write by WhatsApp: texts, answers, reactions, a photo, a document, where it is. */
import { senderOf } from './channels.js';
import { byId, sendOnEnter } from './dom.js';
import { send } from './live.js';
import { takePhoto } from './photo.js';

/** The message that is being answered, if one is. */
let answered = null;

function answer(message) {
	answered = message;
	byId('waba-quote').hidden = message === null;
	byId('waba-quote-text').textContent = message === null ? '' : `Answering: ${message.text}`;
	if (message !== null) byId('waba-text').focus();
}

/** @param {() => string} selected the phone that writes */
export function setUpWaba(selected) {
	const [form, text, error] = [byId('waba-reply'), byId('waba-text'), byId('waba-error')];
	const say = async (path, message) => {
		error.textContent = '';
		try {
			await send(path, message);
			return true;
		} catch ({ message: why }) {
			error.textContent = why;
			return false;
		}
	};
	const write = async (message, beside = {}) => {
		const quote = answered === null ? {} : { replyTo: answered.messageId };
		const agent = answered === null ? {} : { phoneId: answered.agent.phoneId };
		const whole = { ...senderOf(selected()), ...quote, ...agent, ...message, ...beside };
		if (!(await say('waba/incoming', whole))) return false;
		answer(null);
		return true;
	};
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		void write({ type: 'text', text: text.value }).then((isSent) => {
			if (isSent) text.value = '';
		});
	});
	sendOnEnter(form, text);
	/** What stands in the text field goes along as the caption. */
	const attach = (message) => {
		const caption = text.value === '' ? {} : { caption: text.value };
		void write({ ...message, ...caption }).then((isSent) => {
			if (isSent) text.value = '';
		});
	};
	byId('waba-photo').addEventListener('click', () =>
		attach({ type: 'image', file: { mimeType: 'image/png', base64: takePhoto() } }),
	);
	byId('waba-document').addEventListener('click', () => attach({ type: 'document' }));
	byId('waba-location').addEventListener(
		'click',
		() => void write({ type: 'location', latitude: 48.8584, longitude: 2.2945, name: 'Here' }),
	);
	byId('waba-quote-cancel').addEventListener('click', () => answer(null));
	byId('waba-read').addEventListener('click', () => void say('waba/read', { number: selected() }));
	return {
		onReply: answer,
		onReact: (message, emoji) =>
			void write(
				{ type: 'reaction', messageId: message.messageId, emoji },
				{ replyTo: undefined, phoneId: message.agent.phoneId },
			),
		onTap: (message, reply) =>
			void write(reply, { replyTo: message.messageId, phoneId: message.agent.phoneId }),
		/** Another phone does not answer what this one was about to. */
		forget: () => answer(null),
	};
}
