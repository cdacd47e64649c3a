/** What stands in a message by RCS, kind by kind. */
import { element } from '../support/dom.js';
import { locationParts, others, paragraph, raw, textParts } from '../phone/parts.js';
import { fileParts, mediaParts } from './rcsMedia.js';
import { suggestionParts } from './rcsSuggestions.js';

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const rawIfAny = (object) => (Object.keys(object).length === 0 ? [] : [raw(object)]);

/** @param {object} cardContent @param {string} layout further classes @param {Function} tapped */
function cardNode(cardContent, layout, tapped) {
	const { media, title, description, suggestions } = cardContent;
	const words = [
		...paragraph('heading', title),
		...textParts(description),
		...rawIfAny(others(cardContent, 'media', 'title', 'description', 'suggestions')),
		...suggestionParts(suggestions, 'rcs-choice', tapped),
	];
	const parts = [
		...mediaParts(media),
		...(words.length === 0 ? [] : [element('div', { class: 'rcs-words' }, ...words)]),
	];
	return element(
		'div',
		{ class: `rcs-card ${layout}` },
		...(parts.length === 0 ? [raw(cardContent)] : parts),
	);
}

function standaloneParts({ cardOrientation, thumbnailImageAlignment, cardContent }, tapped) {
	const isHorizontal = cardOrientation === 'HORIZONTAL';
	// Google has the picture at the left where nothing is said (*assumed*).
	const side = thumbnailImageAlignment === 'RIGHT' ? 'right' : 'left';
	return [cardNode(cardContent, isHorizontal ? `horizontal ${side}` : 'vertical', tapped)];
}

/** The strip can be scrolled with the arrow keys once it has focus, and what is in it reached by Tab. */
function carouselParts({ cardWidth, cardContents }, tapped) {
	const width = cardWidth === 'SMALL' ? 'small' : 'medium';
	const cards = cardContents.map((each, index) =>
		element(
			'li',
			{ 'aria-label': `Card ${index + 1} of ${cardContents.length}` },
			isObject(each) ? cardNode(each, 'vertical', tapped) : raw(each),
		),
	);
	return [
		element(
			'div',
			{
				class: `rcs-carousel ${width}`,
				role: 'region',
				'aria-label': `Carousel of ${cards.length} cards`,
				tabindex: '0',
			},
			element('ul', {}, ...cards),
		),
	];
}

const hasCard = (richCard) => isObject(richCard?.standaloneCard?.cardContent);
const hasCarousel = (richCard) =>
	Array.isArray(richCard?.carouselCard?.cardContents) && richCard.carouselCard.cardContents.length > 0;

/** By the member of `contentMessage` that says what it is. */
const KINDS = {
	text: ({ text }) => textParts(text),
	richCard: ({ richCard }, tapped) => {
		if (hasCard(richCard)) return standaloneParts(richCard.standaloneCard, tapped);
		if (hasCarousel(richCard)) return carouselParts(richCard.carouselCard, tapped);
		return [];
	},
	contentInfo: fileParts,
	fileName: fileParts,
	uploadedRbmFile: fileParts,
};

/** By `type` in the webhook of what a phone sent. */
const INCOMING = {
	text: ({ text }) => textParts(text),
	reply: ({ text }) => textParts(text),
	action: ({ text }) => textParts(text),
	file: ({ payload }) => (isObject(payload) ? fileParts(payload) : []),
	location: (data) => (data.latitude === undefined ? [] : locationParts(data)),
};

const find = (table, name) => (Object.hasOwn(table, name) ? table[name] : () => []);

/** What an agent sent, without the suggestions below it. */
function outgoingParts(content, tapped) {
	const kind = Object.keys(KINDS).find((name) => Object.hasOwn(content, name));
	const parts = find(KINDS, kind)(content, tapped);
	if (parts.length === 0) return [raw(others(content, 'suggestions'))];
	return [...parts, ...rawIfAny(others(content, kind, 'suggestions'))];
}

/**
 * @param {object} message as the control API shows it
 * @param {(answer: object, deed: object | null, node: Element) => void} tapped
 * @returns {Element[]} never empty: what is not known is shown as its JSON
 */
export function contentParts(message, tapped) {
	const content = message.direction === 'out' ? message.content : message.data;
	if (!isObject(content)) return [raw(content)];
	if (message.direction === 'out') return outgoingParts(content, tapped);
	const parts = find(INCOMING, String(content.type))(content);
	return parts.length > 0 ? parts : [raw(content)];
}

/** A message with a carousel takes the whole width. */
export const isCarousel = ({ content }) => hasCarousel(content?.richCard);

/** A card has its own frame, and stands in no bubble. */
export const isCard = ({ content }) => hasCard(content?.richCard) || hasCarousel(content?.richCard);
