/**
 * Runs inside the browser's page. What a person can read below an element, and whether some of it is cut off.
 * A text that can be scrolled to is not cut.
 */

/** Pixels by which rounding may be off. */
const slack = 1;

/** What is there for screen readers alone is a pixel large, and no text that a person reads. */
function isShown(element) {
	const { width, height } = element.getBoundingClientRect();
	return width > 2 && height > 2 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
}

const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';

/** Whether an element around the text shows less than all of it. */
function isCutBy(element, style, rects) {
	const isClamped = style.webkitLineClamp !== 'none';
	if (isClamped && element.scrollHeight > element.clientHeight + slack) return true;
	const box = element.getBoundingClientRect();
	const isTooWide = rects.some(({ left, right }) => right > box.right + slack || left < box.left - slack);
	const isTooHigh = rects.some(({ top, bottom }) => bottom > box.bottom + slack || top < box.top - slack);
	return (hides(style.overflowX) && isTooWide) || (hides(style.overflowY) && isTooHigh);
}

function isCut(node, root) {
	const range = document.createRange();
	range.selectNodeContents(node);
	const rects = [...range.getClientRects()];
	for (let element = node.parentElement; element !== null; element = element.parentElement) {
		const style = getComputedStyle(element);
		if (isCutBy(element, style, rects)) return true;
		if (element === root || scrolls(style.overflowX) || scrolls(style.overflowY)) return false;
	}
	return false;
}

function textsBelow(root) {
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	const texts = [];
	while (walker.nextNode()) {
		const node = walker.currentNode;
		const text = node.data.trim();
		const isRead = node.parentElement.closest('style, script, .cm-editor') === null;
		if (text !== '' && isRead && isShown(node.parentElement)) texts.push({ text, isCut: isCut(node, root) });
	}
	return texts;
}

function widthOf(text, style) {
	const pen = document.createElement('canvas').getContext('2d');
	pen.font = style.font;
	return pen.measureText(text).width;
}

/** How high a text becomes in the width of a field with several lines. */
function heightOf(text, field, style) {
	const copy = document.createElement('div');
	copy.textContent = text;
	copy.style.cssText = `position: absolute; visibility: hidden; white-space: pre-wrap; overflow-wrap: break-word;
		box-sizing: border-box; width: ${field.clientWidth}px; font: ${style.font}; line-height: ${style.lineHeight};
		padding: ${style.padding}`;
	document.body.append(copy);
	const height = copy.scrollHeight;
	copy.remove();
	return height;
}

/** What a field shows by itself: its placeholder, or the choice that stands in a dropdown. */
function fieldText(field) {
	const text = field.value === '' || field.readOnly === false ? field.placeholder : field.value;
	const style = getComputedStyle(field);
	if (field.tagName === 'TEXTAREA')
		return { text, isCut: heightOf(text, field, style) > field.clientHeight + slack };
	const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
	return { text, isCut: widthOf(text, style) > room + slack };
}

/** All that can be read below an element: `{ text, isCut }` each, and its notices whole. */
globalThis.smsboxTexts = (root) => {
	const fields = [...root.querySelectorAll('input, textarea')].filter(isShown).map(fieldText);
	const notices = [...root.querySelectorAll('.notice, [class*="_notice_"], [data-test-id*="notice"]')]
		.filter(isShown)
		.map((notice) => ({ text: notice.innerText.trim(), isCut: false }));
	return [...textsBelow(root), ...fields, ...notices].filter(({ text }) => text !== '');
};
