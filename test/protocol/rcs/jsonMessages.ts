/** Messages of RCS in JSON, and parts of them, as people write them. */
export const reply = { reply: { text: 'Yes', postbackData: 'yes' } };
export const tap = { text: 'Tap', postbackData: 'tapped' };
export const contentInfo = { fileUrl: 'https://example.com/a.jpg' };
export const standalone = (changes: object = {}, content: object = { title: 'Shoes' }) => ({
	richCard: { standaloneCard: { cardOrientation: 'VERTICAL', cardContent: content, ...changes } },
});
export const carousel = (changes: object = {}) => ({
	richCard: {
		carouselCard: { cardWidth: 'SMALL', cardContents: [{ title: 'A' }, { title: 'B' }], ...changes },
	},
});
export const withSuggestion = (suggestion: unknown) => ({ text: 'Hello', suggestions: [reply, suggestion] });
export const withAction = (action: object) => withSuggestion({ action: { ...tap, ...action } });
export const event = { startTime: '2026-12-24T17:00:00Z', endTime: '2026-12-24T18:00:00Z', title: 'Fête' };
export const withEvent = (changes: object) =>
	withAction({ createCalendarEventAction: { ...event, ...changes } });
