import { at, textAt } from '../core/json';
import { isCalendarDay } from '../core/paris';
import {
	also,
	fits,
	hasOneOf,
	hasOneOfOrNew,
	list,
	number,
	openObject,
	text,
	webAddress,
} from '../json/shape';
import type { Shape } from '../json/shape';

/** `suggestions`: what a person can tap (service.md#rcs-content). */

/** *Assumed*: what a suggestion says, and what comes back when it is tapped, must not be empty. */
const TAPPED = { text: text(25), postbackData: text(2_048) };

/** *Assumed*: digits, with or without `+`, as phones dial them. */
const phoneNumber: Shape = fits(
	(value) => typeof value === 'string' && /^\+?\d{3,20}$/.test(value),
	'must be a phone number',
);

/** *Assumed*, as Google has it: an address of any scheme, such as `tel:`. */
const address: Shape = fits(
	(value) => typeof value === 'string' && URL.canParse(value),
	'must be an absolute URL',
);

const dialAction = openObject({ phoneNumber });
const openUrlAction = openObject({ url: address });
const shareLocationAction = openObject({});

const latLong = openObject({ latitude: number(-90, 90), longitude: number(-180, 180) });

/** *Assumed*: a place is a point or something to look for. */
const viewLocationAction = also(
	openObject({}, { latLong, label: text(), query: text() }),
	(value) => at(value, 'latLong') !== undefined || at(value, 'query') !== undefined,
	'must have latLong or query',
);

const RFC_3339 = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** `Date.parse` takes 30 February for a day in March. */
function isMoment(value: unknown): boolean {
	const [, day = ''] = (typeof value === 'string' && RFC_3339.exec(value)) || [];
	return isCalendarDay(day) && !Number.isNaN(Date.parse(String(value)));
}

const moment: Shape = fits(isMoment, 'must be a time like 2026-12-24T17:00:00Z');

/** *Assumed*: an event ends after it began. */
const createCalendarEventAction = also(
	openObject({ startTime: moment, endTime: moment, title: text() }, { description: text() }),
	(value) => Date.parse(textAt(value, 'endTime')) > Date.parse(textAt(value, 'startTime')),
	'must end after its start',
);

const ACTIONS = {
	dialAction,
	viewLocationAction,
	createCalendarEventAction,
	openUrlAction,
	shareLocationAction,
} satisfies Readonly<Record<string, Shape>>;

const OF_EVERY_ACTION = ['text', 'postbackData', 'fallbackUrl'];

const reply = openObject(TAPPED);
/** One action, known or one that Google may have added since. */
const action = also(
	openObject(TAPPED, { fallbackUrl: webAddress, ...ACTIONS }),
	hasOneOfOrNew(Object.keys(ACTIONS), OF_EVERY_ACTION),
	'must have exactly one action',
);

const suggestion = also(
	openObject({}, { reply, action }),
	hasOneOf('reply', 'action'),
	'must be either a reply or an action',
);

/** @param most 11 under a message, 4 on a card */
export const suggestions = (most: number): Shape => list(suggestion, 0, most);
