/**
 * Runs inside the simulator's page: what a person needs who reads with little contrast, without a mouse, or by ear.
 */

/** A color as the browser computes it, drawn onto a canvas: red, green, blue, and how much of it covers. */
const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

function channelsOf(color) {
	pen.clearRect(0, 0, 1, 1);
	pen.fillStyle = color;
	pen.fillRect(0, 0, 1, 1);
	const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
	return [red, green, blue, alpha / 255];
}

const over = ([...top], bottom) =>
	top.slice(0, 3).map((value, index) => value * top[3] + bottom[index] * (1 - top[3]));

/** What stands behind an element, from the page's ground up. */
function groundOf(element) {
	const layers = [];
	for (let node = element; node !== null; node = node.parentElement) {
		layers.unshift(channelsOf(getComputedStyle(node).backgroundColor));
	}
	return layers.reduce((below, layer) => over(layer, below), [255, 255, 255]);
}

function luminance(color) {
	const [red, green, blue] = color.map((value) => {
		const part = value / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The ratio of WCAG between a text and what it stands on. */
function contrastOf(element) {
	const ground = groundOf(element);
	const text = over(channelsOf(getComputedStyle(element).color), ground);
	const [darker, lighter] = [luminance(ground), luminance(text)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

const isSeen = (element) => {
	const { width, height } = element.getBoundingClientRect();
	return width > 2 && height > 2 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
};

const hasOwnText = (element) =>
	[...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');

/** The texts whose contrast is below `least`, and how many were looked at. */
globalThis.smsboxContrast = (root, least) => {
	const texts = [...root.querySelectorAll('body *')].filter(
		(element) => hasOwnText(element) && isSeen(element),
	);
	const faint = texts.filter((element) => contrastOf(element) < least);
	return {
		count: texts.length,
		faint: faint.map(
			(element) => `${element.textContent.trim().slice(0, 40)}: ${contrastOf(element).toFixed(2)}`,
		),
	};
};

const describeNode = (element) => element.outerHTML.slice(0, 80);

/** By how many pixels the page is wider than its window, and what stands outside of it, or of a phone. */
globalThis.smsboxOverflow = (root) => {
	const width = root.clientWidth;
	const seen = [...root.querySelectorAll('body *')].filter(isSeen);
	const isScrolled = (element) => element.closest('.stage, #phone-list, .raw') !== null;
	const outside = seen.filter(
		(element) => !isScrolled(element) && element.getBoundingClientRect().right > width + 1,
	);
	const wide = seen.filter(
		(element) => element.matches('.chat, .screen, .reply') && element.scrollWidth > element.clientWidth + 1,
	);
	return { by: root.scrollWidth - width, outside: [...outside, ...wide].map(describeNode) };
};

const labelOf = (element) =>
	element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).textContent.trim();

/** Answers of a message, and entries of a log, are called what they say, however often that is. */
const isQuoted = (element) =>
	element.closest('.bubble, .entries') !== null && !element.matches('.inspect, .actions button');

/** A phone, or another part of the page, tells its controls from those of the others. */
const regionOf = (element) => element.closest('.phone, nav, aside, header')?.getAttribute('aria-label') ?? '';

/** An entry of the list is drawn anew when its phone gets the focus, and is then known by its number. */
const keyOf = (element) =>
	element.closest('#phone-list') === null ? element : element.querySelector('.number').textContent;

/** What had the focus, with its size while it had it. */
const reached = new Map();
addEventListener('focusin', ({ target }) => reached.set(keyOf(target), target.getBoundingClientRect()));

/** Links within a text are as high as its lines. Of tabs, one is reached, and the arrow keys do the rest. */
const isControl = (element) => !element.matches('.text a, [role="tab"][tabindex="-1"]');

/** All controls that are there, by name, with whether Tab has reached each, and its size then. */
globalThis.smsboxControls = (root) =>
	[...root.querySelectorAll('a[href], button, input, select, textarea, summary')]
		.filter((element) => isControl(element) && element.checkVisibility())
		.map((element) => {
			const { width, height } = reached.get(keyOf(element)) ?? element.getBoundingClientRect();
			return {
				name: labelOf(element),
				region: regionOf(element),
				isQuoted: isQuoted(element),
				isReached: reached.has(keyOf(element)),
				size: Math.min(width, height),
			};
		});
