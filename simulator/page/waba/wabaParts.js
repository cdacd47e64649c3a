/** What stands in a message by WhatsApp, kind by kind, and what can be tapped in it. */
import { button, copy, element } from '../support/dom.js';
import { icon } from '../support/icons.js';
import { card, locationParts, paragraph, raw, textOf, textParts } from '../phone/parts.js';

export const contentOf = (message) => (message.direction === 'out' ? message.content : message.data);

const MEDIA_NAMES = { image: 'Image', video: 'Video', audio: 'Audio', document: 'Document' };

const SHOWN_IMAGE = /^image\/(png|jpeg|webp|gif)$/;

/** @param {'image'|'video'|'audio'|'document'} kind */
function mediaParts(kind, media, message) {
	const own = message?.fileId ? `/__sim/waba/files/${encodeURIComponent(message.fileId)}` : undefined;
	const name = textOf(media?.filename);
	const title = name === '' ? MEDIA_NAMES[kind] : name;
	const isShown = own !== undefined && kind === 'image' && SHOWN_IMAGE.test(textOf(media?.mime_type));
	const picture = () =>
		element('img', { class: 'photo', src: own, alt: textOf(media.caption) || 'Photo from this phone' });
	const file = () =>
		card({ sign: kind, title, detail: media?.link ?? media?.mime_type, href: media?.link ?? own });
	return [isShown ? picture() : file(), ...textParts(media?.caption)];
}

const tap = (label, act) => button({ class: 'tap' }, label, act);

function headerParts(header) {
	if (header === undefined) return [];
	if (header.type === 'text') return paragraph('heading', header.text?.body ?? header.text);
	return mediaParts(header.type, header[header.type]);
}

const buttonParts = (message, { onTap }) =>
	message.content.interactive.action.buttons.map(({ reply }) =>
		tap(reply.title, () => onTap(message, { type: 'button_reply', id: reply.id, title: reply.title })),
	);

function listParts(message, { onTap }) {
	const { button: label, sections } = message.content.interactive.action;
	const row = ({ id, title, description }) => {
		const words = [element('span', {}, title), ...paragraph('card-detail', description)];
		const choose = () => onTap(message, { type: 'list_reply', id, title, description });
		return element('li', {}, button({ class: 'choice' }, words, choose));
	};
	const rows = sections.flatMap((section) => [
		...paragraph('section', section.title),
		element('ul', {}, ...section.rows.map(row)),
	]);
	return [
		element(
			'details',
			{ class: 'choices' },
			element('summary', { class: 'tap' }, icon('list'), label),
			...rows,
		),
	];
}

function interactiveParts(message, handlers) {
	const { header, body, footer } = message.content.interactive;
	return [
		...headerParts(header),
		...textParts(body?.text),
		...paragraph('footer', footer?.text),
		...(message.kind === 'list' ? listParts : buttonParts)(message, handlers),
	];
}

/** A one-time code is the same in text and button. Of any other template, only the variables are known. */
function templateParts({ content: { template } }) {
	const [values, [inButton] = []] = template.components.map(({ parameters }) =>
		parameters.map(({ text }) => text),
	);
	const isCode = values.length === 1 && values[0] === inButton;
	const variables = values.map((value, index) => `{{${index + 1}}} ${value}`).join('\n');
	return [
		...textParts(isCode ? `${inButton} is your code.` : variables),
		...paragraph(
			'footer',
			`Template ${template.name} (${template.language.code}). The simulator doesn't know its text.`,
		),
		...(isCode ? [tap('Copy code', (clicked) => void copy(inButton, clicked))] : []),
		...(isCode || inButton === undefined ? [] : paragraph('card-detail', `Button: ${inButton}`)),
	];
}

/** What a phone answered by tapping; `onTap` sent it. */
function answerParts(interactive) {
	const answer = interactive?.[textOf(interactive?.type)];
	return [...textParts(answer?.title), ...paragraph('card-detail', answer?.description)];
}

/** By the type that stands on the wire. */
const PARTS = {
	text: (content) => textParts(content.text?.body),
	image: (content, message) => mediaParts('image', content.image, message),
	video: (content, message) => mediaParts('video', content.video, message),
	audio: (content, message) => mediaParts('audio', content.audio, message),
	document: (content, message) => mediaParts('document', content.document, message),
	location: (content) => locationParts(content.location),
	reaction: (content) => textParts(`Reaction ${textOf(content.reaction?.emoji) || 'removed'}`),
	button: (content) => textParts(content.button?.text),
	interactive: (content, message, handlers) =>
		message.direction === 'out' ? interactiveParts(message, handlers) : answerParts(content.interactive),
	template: (_content, message) => (message.direction === 'out' ? templateParts(message) : []),
};

/**
 * @param {{ onTap: Function }} handlers
 * @returns {Element[]}
 */
export function bodyParts(message, handlers) {
	const content = contentOf(message);
	const type = textOf(content.type);
	const parts = Object.hasOwn(PARTS, type) ? PARTS[type](content, message, handlers) : [];
	return parts.length > 0 ? parts : [raw(content)];
}
