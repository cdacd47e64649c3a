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
	link: 'M14 5h5v5 M19 5l-8 8 M17 14v5H5V7h5',
	phone: 'M6 3h3l2 5-2.500 1.500a11 11 0 0 0 6 6L16 13l5 2v3a2 2 0 0 1-2 2A15 15 0 0 1 4 5a2 2 0 0 1 2-2z',
	calendar: 'M4 6h16v14H4z M4 10h16 M8 3v5 M16 3v5 M12 13v4 M10 15h4',
	inspect: 'M10.500 17a6.500 6.500 0 1 0 0-13a6.500 6.500 0 0 0 0 13z M15.500 15.500L21 21',
	file: 'M8 12l6-6a3.500 3.500 0 0 1 5 5l-8 8a5 5 0 0 1-7-7l8-8',
	warning: 'M12 4l9 16H3z M12 10v4 M12 17h.01',
	send: 'M4 12l16-8-5 16-3-6z M12 14l8-10',
	contrast: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z M12 3v18',
	pin: 'M12 3v3 M12 18v3 M3 12h3 M18 12h3 M12 18a6 6 0 1 0 0-12a6 6 0 0 0 0 12z M12 12h.01',
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
export function setUpIcons(root) {
	for (const node of root.querySelectorAll('[data-icon]')) node.prepend(icon(node.dataset.icon));
}
