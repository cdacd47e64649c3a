/** Signs as outlines of 24 × 24, so that they look the same wherever no emoji font is at hand. */

const PATHS = {
	image: 'M4 5h16v14H4z M4 16l5-5 4 4 3-3 4 4 M15.500 9h.01',
	video: 'M3 6h13v12H3z M16 10l5-3v10l-5-3z',
	audio:
		'M9 18V6l10-2v12 M9 18a2.500 2.500 0 1 1-5 0a2.500 2.500 0 0 1 5 0z M19 16a2.500 2.500 0 1 1-5 0a2.500 2.500 0 0 1 5 0z',
	document: 'M6 3h8l5 5v13H6z M14 3v5h5 M9 13h7 M9 17h7',
	location:
		'M12 21s7-6.500 7-12a7 7 0 0 0-14 0c0 5.500 7 12 7 12z M12 11.500a2.500 2.500 0 1 0 0-5a2.500 2.500 0 0 0 0 5z',
	reply: 'M9 7l-5 5 5 5 M4 12h11a5 5 0 0 1 5 5v2',
	list: 'M9 6h11 M9 12h11 M9 18h11 M4 6h1 M4 12h1 M4 18h1',
	close: 'M6 6l12 12 M18 6L6 18',
};

const SVG = 'http://www.w3.org/2000/svg';

/** @param {keyof typeof PATHS} name the words beside it say what it means */
export function icon(name) {
	const svg = document.createElementNS(SVG, 'svg');
	svg.setAttribute('viewBox', '0 0 24 24');
	svg.setAttribute('class', 'icon');
	svg.setAttribute('aria-hidden', 'true');
	const path = document.createElementNS(SVG, 'path');
	path.setAttribute('d', PATHS[name]);
	svg.append(path);
	return svg;
}

/** Puts its sign before the words of each element that names one. */
export function setUpIcons() {
	for (const node of document.querySelectorAll('[data-icon]')) node.prepend(icon(node.dataset.icon));
}
