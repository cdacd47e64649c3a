/** Files in messages by RCS: a picture where this simulator has it, for all others a tile with their name. */
import { element } from '../support/dom.js';
import { icon } from '../support/icons.js';
import { unescaped } from '../support/unescaped.js';
import { card, textOf } from '../phone/parts.js';

const OWN_FILE = /^\/__sim\/[a-z]+\/files\/[^/]+$/;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Where this simulator serves a file, whichever of its names the address has.
 * @param {unknown} address
 * @param {string} origin of the page
 * @returns {string | undefined} a path; undefined for what stands elsewhere, which is never loaded
 */
export function ownPath(address, origin) {
	if (typeof address !== 'string' || !URL.canParse(address, origin)) return undefined;
	const [file, page] = [new URL(address, origin), new URL(origin)];
	const isSameHost =
		file.hostname === page.hostname || [file, page].every(({ hostname }) => LOOPBACK.test(hostname));
	const isOwn = isSameHost && file.protocol === page.protocol && file.port === page.port;
	return isOwn && OWN_FILE.test(file.pathname) ? file.pathname : undefined;
}

/** The last part of an address that names something; the host where there is none. */
function nameIn(address) {
	if (!URL.canParse(address)) return address;
	const { pathname, hostname } = new URL(address);
	return unescaped(pathname.split('/').findLast((part) => part !== '') ?? hostname);
}

/** By the ending of a name, where nothing else says what a file is. */
const SIGNS = [
	[/\.(png|jpe?g|gif|webp|svg)$/i, 'image'],
	[/\.(mp4|m4v|webm|mpe?g|3gpp?|mov)$/i, 'video'],
	[/\.(mp3|aac|amr|ogg|wav|m4a)$/i, 'audio'],
];
const signOf = (name, mimeType) =>
	SIGNS.find(([ending, sign]) => ending.test(name) || mimeType.startsWith(`${sign}/`))?.[1] ?? 'document';

/**
 * What is said of a file: by its address, or by the name under which it was uploaded.
 * @param {object} holder `contentMessage`, a card's `media`, or the `payload` of what a phone sent
 */
export function fileOf(holder) {
	const info = holder.contentInfo ?? {};
	const address = textOf(info.fileUrl ?? holder.fileUri);
	const given = textOf(holder.fileName ?? holder.uploadedRbmFile?.fileName);
	const name = given || nameIn(address) || 'File';
	const mimeType = textOf(holder.mimeType);
	const size = holder.fileSizeBytes === undefined ? '' : `${textOf(holder.fileSizeBytes)} bytes`;
	return {
		address,
		name,
		mimeType,
		sign: signOf(name, mimeType),
		thumbnail: info.thumbnailUrl,
		detail: [mimeType, size].filter(Boolean).join(', ') || address,
	};
}

/**
 * The picture of a file, or what stands for it where it has none here or what came is no picture.
 * @param {() => Element} instead
 */
function pictureOr(file, instead, className) {
	const path = [file.thumbnail, file.address]
		.map((address) => ownPath(address, location.origin))
		.find((own) => own !== undefined);
	const isOther = file.mimeType !== '' && !file.mimeType.startsWith('image/');
	if (path === undefined || isOther) return instead();
	const picture = element('img', { class: className, src: path, alt: file.name });
	picture.addEventListener('error', () => picture.replaceWith(instead()));
	return picture;
}

/** A file that is a message of its own. */
export function fileParts(holder) {
	const file = fileOf(holder);
	const href = ownPath(file.address, location.origin) ?? file.address;
	const tile = () => card({ sign: file.sign, title: file.name, detail: file.detail, href });
	return [pictureOr(file, tile, 'photo')];
}

/** The heights that a card's media may have. */
const HEIGHTS = new Set(['SHORT', 'MEDIUM', 'TALL']);

/** The media of a card, as high as it asks. */
export function mediaParts(media) {
	if (media === undefined || media === null) return [];
	const file = fileOf(media);
	const height = HEIGHTS.has(media.height) ? media.height.toLowerCase() : 'medium';
	const tile = () =>
		element(
			'div',
			{ class: 'rcs-tile', title: file.address },
			icon(file.sign),
			element('span', {}, file.name),
		);
	return [element('div', { class: `rcs-media ${height}` }, pictureOr(file, tile, 'rcs-picture'))];
}
