import { rcsContent } from '../../../protocol/rcs/message';
import type { Suggestion } from '../../../protocol/rcs/suggestions';
import { invalidInput } from '../helpers';

const common = { text: 'Tap', postbackData: 'tapped' };
const wireOf = (suggestion: Suggestion) => {
	const { suggestions } = rcsContent({ type: 'text', text: 'Hello', suggestions: [suggestion] }).json;
	return suggestions;
};
const calendar = {
	type: 'createCalendarEvent',
	...common,
	start: new Date('2026-12-24T18:00:00+01:00'),
	end: new Date('2026-12-24T18:30:00.999Z'),
	title: 'Fête 🎄',
} as const;
const place = { latitude: 48.8584, longitude: 2.2945 };

describe('a suggestion', () => {
	it.each<[string, Suggestion, object]>([
		[
			'a number to call',
			{ type: 'dial', ...common, phoneNumber: '0033 1 40 00 00 00' },
			{ dialAction: { phoneNumber: '+33140000000' } },
		],
		[
			'a page',
			{ type: 'openUrl', ...common, url: ' https://example.com/a ' },
			{ openUrlAction: { url: 'https://example.com/a' } },
		],
		[
			'a place',
			{ type: 'viewLocation', ...common, ...place, label: 'Tour', query: '' },
			{ viewLocationAction: { latLong: place, label: 'Tour' } },
		],
		[
			'a search',
			{ type: 'viewLocation', ...common, query: 'bakery à Lyon', label: ' ' },
			{ viewLocationAction: { query: 'bakery à Lyon' } },
		],
		[
			'a place on the equator',
			{ type: 'viewLocation', ...common, latitude: 0, longitude: -180 },
			{ viewLocationAction: { latLong: { latitude: 0, longitude: -180 } } },
		],
		[
			'an event without a description',
			{ ...calendar, description: ' ' },
			{
				createCalendarEventAction: {
					startTime: '2026-12-24T17:00:00Z',
					endTime: '2026-12-24T18:30:00Z',
					title: 'Fête 🎄',
				},
			},
		],
		['a question for the place', { type: 'shareLocation', ...common }, { shareLocationAction: {} }],
	])('is %s', (_, suggestion, action) => {
		expect(wireOf(suggestion)).toEqual([{ action: { ...common, ...action } }]);
		if (suggestion.type === 'reply') return;
		expect(wireOf({ ...suggestion, fallbackUrl: ' https://example.com/b' })).toEqual([
			{ action: { ...common, fallbackUrl: 'https://example.com/b', ...action } },
		]);
		expect(wireOf({ ...suggestion, fallbackUrl: ' ' })).toEqual([{ action: { ...common, ...action } }]);
	});

	it('takes what just fits', () => {
		const fits = { text: '😀'.repeat(25), postbackData: 'é'.repeat(2048) };
		expect(wireOf({ type: 'reply', ...fits })).toEqual([{ reply: fits }]);
	});

	const noNumber = "The phone number of suggestion 2 isn't in international format.";
	const isOver = 'The end of suggestion 2 is not after its start.';
	const reply = { type: 'reply', ...common } as const;
	const dial = (phoneNumber: string) => ({ type: 'dial', ...common, phoneNumber }) as const;
	const open = (url: string) => ({ type: 'openUrl', ...common, url }) as const;
	const share = (changes: object) => ({ type: 'shareLocation', ...common, ...changes }) as const;
	const view = (where: object) => ({ type: 'viewLocation', ...common, ...where }) as const;
	const isNoDegree = 'of suggestion 2 must be a number from';
	const isNoLink = "isn't an http or https URL.";
	it.each<[Suggestion, string]>([
		[{ ...reply, text: 'x'.repeat(26) }, 'The text of suggestion 2 has 26 characters (limit: 25).'],
		[{ ...reply, text: ' ' }, 'The text of suggestion 2 is empty.'],
		[{ ...reply, postbackData: '' }, 'The postback data of suggestion 2 is empty.'],
		[
			share({ postbackData: 'x'.repeat(2049) }),
			'The postback data of suggestion 2 has 2,049 characters (limit: 2,048).',
		],
		[
			{ ...reply, text: 'a\udc00' },
			'The character U+DC00 at position 2 of the text of suggestion 2 does not exist in UTF-8.',
		],
		[share({ fallbackUrl: 'example.com' }), `The fallback URL of suggestion 2 ${isNoLink}`],
		[dial(' '), 'The phone number of suggestion 2 is empty.'],
		[dial('0140000000'), noNumber],
		[dial('call me'), noNumber],
		[open(''), 'The URL of suggestion 2 is empty.'],
		[open('javascript:1'), `The URL of suggestion 2 ${isNoLink}`],
		[view({}), 'Suggestion 2 has no location.'],
		[view({ label: 'Tour' }), 'Suggestion 2 has no location.'],
		[view({ latitude: 48, query: 'Tour' }), `The longitude ${isNoDegree} -180 to 180.`],
		[view({ latitude: 90.1, longitude: 0 }), `The latitude ${isNoDegree} -90 to 90.`],
		[view({ latitude: 0, longitude: Number.NaN }), `The longitude ${isNoDegree} -180 to 180.`],
		[{ ...calendar, title: '' }, 'The title of suggestion 2 is empty.'],
		[{ ...calendar, end: calendar.start }, isOver],
		[{ ...calendar, end: new Date(calendar.start.getTime() + 999) }, isOver],
		[{ ...calendar, start: new Date('never') }, "The start of suggestion 2 isn't a date and time."],
		[{ ...calendar, end: new Date('never') }, "The end of suggestion 2 isn't a date and time."],
		[
			{ ...calendar, end: new Date('+012000-01-01') },
			"The end of suggestion 2 isn't a time with a time zone.",
		],
	])('says what is wrong: %#', (suggestion, message) => {
		const ok: Suggestion = reply;
		const error = invalidInput(() =>
			rcsContent({ type: 'text', text: 'Hello', suggestions: [ok, suggestion] }),
		);
		expect([error.field, error.message]).toEqual(['suggestions', message]);
	});

	it.each(['', 'Reply', 'toString', 'composeAction'])('is not of the type %j', (type) => {
		const suggestion = Object.assign({ type: 'shareLocation' as const, ...common }, { type });
		const error = invalidInput(() => rcsContent({ type: 'text', text: 'Hello', suggestions: [suggestion] }));
		expect(error.message).toBe("The type of suggestion 1 isn't an available option.");
		expect(error.remediation).toContain('createCalendarEvent');
	});
});
