import type { Fields } from '../form/fields';
import { Refusal } from '../form/refusal';
import type { World } from '../core/world';
import { readCvar } from './cvar';
import { isSenderSyntax } from './stores/directory';
import type { Mode } from './message';
import { readSchedule } from './schedule';
import type { AllowedTimes } from './schedule';
import type { Coding, ConcatenationHeader } from './text/parts';

/** Everything that a send to numbers and a send to a group have in common, checked. */
export interface SendParameters {
	readonly text: string;
	readonly mode: Mode;
	readonly strategy: number | undefined;
	readonly sender: string;
	readonly coding: Coding;
	readonly maxParts: number;
	readonly header: ConcatenationHeader;
	/** Unix milliseconds, not before now; undefined for a send without a time. */
	readonly scheduledFor: number | undefined;
	readonly allowedTimes: AllowedTimes;
	readonly wantsReferences: boolean;
	readonly callback: boolean;
	readonly cvar: string;
	readonly vocal: boolean;
	/** Hours; undefined if duplicates are not blocked. */
	readonly uniquePeriod: number | undefined;
}

const MOST_PARTS = 8;

/** Whole numbers and their ranges (service.md#sms-parameters). */
const RANGES = {
	strategy: [1, 4],
	max_parts: [1, MOST_PARTS],
	validity: [5, 1440],
	uniq_period: [1, 24],
	day_min: [1, 7],
	day_max: [1, 7],
	hour_min: [0, 23],
	hour_max: [0, 23],
} as const;

/** The names that both operations declare. */
export const SEND_FIELDS: readonly string[] = [
	'msg',
	'mode',
	'origine',
	'coding',
	'charset',
	'date',
	'heure',
	'id',
	'callback',
	'cvar',
	'udh',
	'allow_vocal',
	...Object.keys(RANGES),
];

/** In lower case as well (*sample*: other clients send it so). */
const MODES: Readonly<Record<string, Mode>> = {
	Standard: 'Standard',
	Expert: 'Expert',
	Reponse: 'Reponse',
	standard: 'Standard',
	expert: 'Expert',
	reponse: 'Reponse',
};
const CODINGS: Readonly<Record<string, Coding>> = { default: 'default', unicode: 'unicode', auto: 'auto' };
const HEADERS: Readonly<Record<string, ConcatenationHeader>> = { 0: 0, 1: 1, 2: 2 };

/** The sender of the modes that have none of their own: a numeric short code. Which one is *assumed*. */
const SHORT_CODE = '36180';

/** `origine` belongs to the Expert mode only. */
export const deviations = (fields: Fields): readonly string[] =>
	fields.has('origine') && fields.text('mode').toLowerCase() !== 'expert' ? ['origine'] : [];

/** @throws Refusal with ERROR 01 for whatever is not as service.md#sms-parameters has it */
export function readSendParameters(fields: Fields, world: World): SendParameters {
	const text = fields.required('msg');
	const mode = fields.requiredChoice('mode', MODES);
	for (const [name, [min, max]] of Object.entries(RANGES)) fields.integer(name, min, max);
	return {
		text,
		mode,
		strategy: fields.integer('strategy', ...RANGES.strategy),
		sender: mode === 'Expert' ? readSender(fields.text('origine'), world) : SHORT_CODE,
		coding: fields.choice('coding', CODINGS) ?? 'default',
		maxParts: fields.integer('max_parts', ...RANGES.max_parts) ?? MOST_PARTS,
		header: fields.choice('udh', HEADERS) ?? 1,
		scheduledFor: readSchedule(fields.text('date'), fields.text('heure'), world.clock.now()),
		allowedTimes: {
			days: fields.pair(['day_min', 'day_max'], ...RANGES.day_min),
			hours: fields.pair(['hour_min', 'hour_max'], ...RANGES.hour_min),
		},
		wantsReferences: fields.flag('id'),
		callback: fields.flag('callback'),
		cvar: readCvar(fields.text('cvar')),
		vocal: readVocal(fields.flag('allow_vocal'), mode),
		uniquePeriod: fields.integer('uniq_period', ...RANGES.uniq_period),
	};
}

/** Empty means the account's default sender; any other must be well-formed and registered. */
function readSender(origine: string, { directory }: World): string {
	const sender = origine === '' ? directory.defaultSender : origine;
	if (sender === undefined)
		throw new Refusal('parameters', 'origine is missing, and the account has no default sender');
	if (!isSenderSyntax(sender)) {
		throw new Refusal('parameters', 'origine must have up to 15 digits, or up to 11 letters and digits');
	}
	if (!directory.senders.includes(sender))
		throw new Refusal('parameters', 'origine is not a registered sender');
	return sender;
}

/** *Assumed*: asking for a voice call in a mode that has none is refused. */
function readVocal(vocal: boolean, mode: Mode): boolean {
	if (vocal && mode === 'Reponse') {
		throw new Refusal('parameters', 'allow_vocal requires the mode Standard or Expert');
	}
	return vocal;
}
