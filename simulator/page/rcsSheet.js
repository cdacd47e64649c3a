/** What the phone would do after a tap, said above the field in which one writes. */
import { byId, element } from './dom.js';

/**
 * @param {(deed: object) => Promise<boolean>} share sends where the phone is
 * @returns {{ open: (deed: object, from: Element) => void, close: () => void }} `from` is what was tapped
 */
export function setUpSheet(share) {
	const sheet = byId('rcs-sheet');
	let [shown, tapped] = [null, null];

	const close = () => {
		if (sheet.hidden) return;
		const hadFocus = sheet.contains(document.activeElement);
		sheet.hidden = true;
		if (hadFocus) (tapped?.isConnected ? tapped : byId('rcs-text')).focus();
		[shown, tapped] = [null, null];
	};

	byId('rcs-sheet-close').addEventListener('click', close);
	byId('rcs-share').addEventListener('click', () => {
		void share(shown).then((isSent) => {
			if (isSent) close();
		});
	});
	sheet.addEventListener('keydown', ({ key }) => {
		if (key === 'Escape') close();
	});

	return {
		open(deed, from) {
			[shown, tapped] = [deed, from];
			byId('rcs-sheet-title').textContent = deed.title;
			byId('rcs-sheet-lines').replaceChildren(...deed.lines.map((line) => element('li', {}, line)));
			byId('rcs-share').hidden = deed.offersLocation !== true;
			sheet.hidden = false;
			byId(deed.offersLocation === true ? 'rcs-share' : 'rcs-sheet-close').focus();
		},
		close,
	};
}
