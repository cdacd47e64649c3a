/** What a phone can do by RCS: write, tap what it is offered, send a file or where it is. */
import { onSubmit, sayOrTellWhy } from '../phone/composer.js';
import { part } from '../support/dom.js';
import { setUpFile } from '../phone/file.js';
import { takePhoto } from '../phone/photo.js';
import { setUpSheet } from './rcsSheet.js';

const FILES = {
	photo: () => ({ fileName: 'photo.png', file: { mimeType: 'image/png', base64: takePhoto() } }),
	document: () => ({
		fileName: 'document.txt',
		file: { mimeType: 'text/plain', base64: btoa('A document from this phone.\n') },
	}),
};

const HERE = { type: 'location', latitude: 48.8584, longitude: 2.2945 };

/**
 * @param {Element} root the phone
 * @param {{ selected: () => string, last: () => object | undefined }} conversation the phone that writes, and the
 * newest message there by RCS
 */
export function setUpRcs(root, { selected, last }) {
	const byName = (name) => part(root, `rcs-${name}`);
	const [form, text, error] = ['reply', 'text', 'error'].map(byName);
	/** The agent is told once that somebody writes, until it is sent or wiped out. */
	let isTypingTold = false;

	const say = sayOrTellWhy(error);
	/** To the agent of this message, or to the simulator's first one. */
	const write = (data, to = last()) =>
		say('rcs/incoming', {
			from: selected(),
			...(to === undefined ? {} : { agentId: to.agent.agentId }),
			...data,
		});
	const sheet = setUpSheet(root, ({ message }) => write(HERE, message));

	text.addEventListener('input', () => {
		if (text.value !== '' && !isTypingTold) void write({ type: 'event', eventType: 'IS_TYPING' });
		isTypingTold = text.value !== '';
	});
	onSubmit(form, text, (words) => {
		isTypingTold = false;
		return write({ type: 'text', text: words });
	});
	for (const [name, take] of Object.entries(FILES)) {
		byName(name).addEventListener('click', () => void write({ type: 'file', ...take() }));
	}
	const acts = {
		location: () => write(HERE),
		stop: () => write({ type: 'text', text: 'STOP' }),
		read: () => say('rcs/read', { number: selected() }),
	};
	for (const [name, act] of Object.entries(acts)) byName(name).addEventListener('click', () => void act());
	setUpFile({
		button: byName('file'),
		input: byName('file-input'),
		onFile: ({ name, mimeType, base64 }) =>
			void write({ type: 'file', fileName: name, file: { mimeType, base64 } }),
		onError: (why) => (error.textContent = why),
	});

	return {
		/** A suggestion was tapped: the agent is told, and a person sees what their phone would do. */
		onTap(message, answer, deed, node) {
			void write(answer, message);
			if (deed === null) sheet.close();
			else sheet.open({ ...deed, message }, node);
		},
		/** Escape closes what stands open. @returns whether anything did */
		escape: () => sheet.close(),
	};
}
