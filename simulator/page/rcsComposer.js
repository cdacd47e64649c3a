/** What a phone can do by RCS: write, tap what it is offered, send a file or where it is. */
import { byId, sendOnEnter } from './dom.js';
import { send } from './live.js';
import { takePhoto } from './photo.js';
import { setUpSheet } from './rcsSheet.js';

const FILES = {
	'rcs-photo': () => ({ fileName: 'photo.png', file: { mimeType: 'image/png', base64: takePhoto() } }),
	'rcs-document': () => ({
		fileName: 'document.txt',
		file: { mimeType: 'text/plain', base64: btoa('A document from this phone.\n') },
	}),
};

const HERE = { type: 'location', latitude: 48.8584, longitude: 2.2945 };

/**
 * @param {{ selected: () => string, last: () => object | undefined }} conversation the phone that writes, and the
 * newest message there by RCS
 */
export function setUpRcs({ selected, last }) {
	const [form, text, error] = [byId('rcs-reply'), byId('rcs-text'), byId('rcs-error')];
	/** The agent is told once that somebody writes, until it is sent or wiped out. */
	let isTypingTold = false;

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
	/** To the agent of this message, or to the simulator's first one. */
	const write = (data, to = last()) =>
		say('rcs/incoming', {
			from: selected(),
			...(to === undefined ? {} : { agentId: to.agent.agentId }),
			...data,
		});
	const sheet = setUpSheet(({ message }) => write(HERE, message));

	text.addEventListener('input', () => {
		if (text.value !== '' && !isTypingTold) void write({ type: 'event', eventType: 'IS_TYPING' });
		isTypingTold = text.value !== '';
	});
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		void write({ type: 'text', text: text.value }).then((isSent) => {
			if (!isSent) return;
			text.value = '';
			isTypingTold = false;
		});
	});
	sendOnEnter(form, text);
	for (const [id, take] of Object.entries(FILES)) {
		byId(id).addEventListener('click', () => void write({ type: 'file', ...take() }));
	}
	byId('rcs-location').addEventListener('click', () => void write(HERE));
	byId('rcs-read').addEventListener('click', () => void say('rcs/read', { number: selected() }));

	return {
		/** A suggestion was tapped: the agent is told, and a person sees what their phone would do. */
		onTap(message, answer, deed, node) {
			void write(answer, message);
			if (deed === null) sheet.close();
			else sheet.open({ ...deed, message }, node);
		},
		/** Another phone writes something else. */
		forget() {
			sheet.close();
			isTypingTold = false;
		},
	};
}
