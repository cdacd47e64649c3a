import { action, showSent } from './rcsPageSupport';

/** Shows a suggestion and taps it. */
function tap(suggestion: unknown): ReturnType<typeof showSent> {
	const shown = showSent({ text: 'é', suggestions: [suggestion] });
	for (const button of shown.bubble.named('button')) button.click();
	return shown;
}

describe('a suggestion', () => {
	it('brings back what its reply holds', () => {
		const { taps } = tap({ reply: { text: 'Oui 👍', postbackData: 'yes €' } });
		expect(taps).toEqual([{ answer: { type: 'reply', text: 'Oui 👍', postbackData: 'yes €' }, deed: null }]);
	});

	it.each([
		[
			'openUrlAction',
			{ url: 'https://example.com/é', application: 'WEBVIEW' },
			['https://example.com/é', 'application: WEBVIEW'],
		],
		['dialAction', { phoneNumber: '+33600123400' }, ['+33600123400']],
		['viewLocationAction', { latLong: { latitude: 48.8, longitude: 2.3 }, label: 'É' }, ['É', '48.8, 2.3']],
		['viewLocationAction', { query: 'boulangerie €' }, ['boulangerie €']],
		[
			'createCalendarEventAction',
			{ startTime: '2026-12-24T17:00:00Z', endTime: 'later', title: 'Dîner', description: '20 €' },
			['Dîner', 'Thu, 24 Dec 2026, 18:00 CET to later', '20 €'],
		],
		['shareLocationAction', {}, []],
		['teleportAction', { to: 'é' }, ['{"teleportAction":{"to":"é"}}']],
	])('says what a phone would do: %s', (name, given, lines) => {
		const { bubble, taps } = tap(action('Tap', { [name]: given }));
		expect(taps).toEqual([
			{
				answer: { type: 'action', text: 'Tap', postbackData: 'back € Tap' },
				deed: expect.objectContaining({ lines }),
			},
		]);
		expect(bubble.named('a')).toEqual([]);
	});

	it('says where it falls back to', () => {
		const fallbackUrl = 'https://example.com';
		const { taps } = tap(action('Call', { dialAction: { phoneNumber: '+33600123400' }, fallbackUrl }));
		expect(taps.map(({ deed }) => deed)).toEqual([
			expect.objectContaining({ lines: ['+33600123400', 'Fallback URL: https://example.com'] }),
		]);
	});

	it('stands in its card as well, and every button has a name', () => {
		const suggestions = [
			{ reply: { text: 'Prendre €', postbackData: 'p' } },
			action('Appeler', { dialAction: {} }),
		];
		const card = { title: 'é', suggestions };
		const { bubble } = showSent({
			richCard: { carouselCard: { cardWidth: 'MEDIUM', cardContents: [card, card] } },
			suggestions: [{ reply: { text: 'Aucun', postbackData: 'n' } }],
		});
		expect(bubble.named('button').map(({ textContent }) => textContent)).toEqual([
			'Prendre €',
			'Appeler, dials a number',
			'Prendre €',
			'Appeler, dials a number',
			'Aucun',
		]);
	});
});
