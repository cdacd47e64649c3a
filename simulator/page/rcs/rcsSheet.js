/** What the phone would do after a tap, said above the field in which one writes. */
import { element, part } from '../support/dom.js';

/**
 * @param {Element} root the phone
 * @param {(deed: object) => Promise<boolean>} share sends where the phone is
 * @returns {{ open: (deed: object, from: Element) => void, close: () => boolean }} `from` is what was tapped
 */
export function setUpSheet(root, share) {
	const byName = (name) => part(root, `rcs-${name}`);
	const sheet = byName('sheet');
	let [shown, tapped] = [null, null];

	const close = () => {
		if (sheet.hidden) return false;
		const hadFocus = sheet.contains(document.activeElement);
		sheet.hidden = true;
		if (hadFocus) (tapped?.isConnected ? tapped : byName('text')).focus();
		[shown, tapped] = [null, null];
		return true;
	};

	byName('sheet-close').addEventListener('click', () => close());
	byName('share').addEventListener('click', () => {
		void share(shown).then((isSent) => {
			if (isSent) close();
		});
	});
	return {
		open(deed, from) {
			[shown, tapped] = [deed, from];
			byName('sheet-title').textContent = deed.title;
			byName('sheet-lines').replaceChildren(...deed.lines.map((line) => element('li', {}, line)));
			byName('share').hidden = deed.offersLocation !== true;
			sheet.hidden = false;
			byName(deed.offersLocation === true ? 'share' : 'sheet-close').focus();
		},
		close,
	};
}
