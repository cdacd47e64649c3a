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
	/** Unix milliseconds; undefined for a message that is sent at once. */
	readonly scheduledFor: number | undefined;
	readonly allowedTimes: AllowedTimes;
	readonly wantsReferences: boolean;
	readonly callback: boolean;
	readonly cvar: string;
	readonly vocal: boolean;
	/** Hours; undefined if duplicates are not blocked. */
	readonly uniquePeriod: number | undefined;
}

/** The names that both operations declare (service.md#sms-parameters). */
export const SEND_FIELDS = [
	'msg',
	'mode',
	'strategy',
	'origine',
	'coding',
	'charset',
	'max_parts',
	'date',
	'heure',
	'id',
	'callback',
	'cvar',
	'udh',
	'allow_vocal',
	'validity',
	'uniq_period',
	'day_min',
	'day_max',
	'hour_min',
	'hour_max',
] as const;

const MODES: Readonly<Record<string, Mode>> = { standard: 'Standard', expert: 'Expert', reponse: 'Reponse' };
const CODINGS: Readonly<Record<string, Coding>> = { default: 'default', unicode: 'unicode', auto: 'auto' };
const HEADERS: Readonly<Record<string, ConcatenationHeader>> = { 0: 0, 1: 1, 2: 2 };

/** The sender of the modes that have none of their own: a numeric short code. Which one is *assumed*. */
const SHORT_CODE = '36180';

const MOST_PARTS = 8;

/** `origine` belongs to the Expert mode only; `mode` is required, but samples and clients leave it out. */
export const deviations = (fields: Fields): readonly string[] => [
	...(fields.has('origine') && fields.text('mode').toLowerCase() !== 'expert' ? ['origine'] : []),
	...(fields.has('mode') ? [] : ['mode (missing)']),
];

/**
 * *Assumed*: without `mode` it is Standard. @throws Refusal with ERROR 01 for whatever is not as
 * service.md#sms-parameters has it
 */
export function readSendParameters(fields: Fields, world: World): SendParameters {
	const text = fields.required('msg');
	const mode = fields.choice('mode', MODES) ?? 'Standard';
	fields.integer('validity', 5, 1440);
	return {
		text,
		mode,
		strategy: fields.integer('strategy', 1, 4),
		sender: mode === 'Expert' ? readSender(fields.text('origine'), world) : SHORT_CODE,
		coding: fields.choice('coding', CODINGS) ?? 'default',
		maxParts: fields.integer('max_parts', 1, MOST_PARTS) ?? MOST_PARTS,
		header: fields.choice('udh', HEADERS) ?? 1,
		scheduledFor: readSchedule(fields.text('date'), fields.text('heure'), world.clock.now()),
		allowedTimes: {
			days: fields.pair(['day_min', 'day_max'], 1, 7),
			hours: fields.pair(['hour_min', 'hour_max'], 0, 23),
		},
		wantsReferences: fields.flag('id'),
		callback: fields.flag('callback'),
		cvar: readCvar(fields.text('cvar')),
		vocal: readVocal(fields.flag('allow_vocal'), mode),
		uniquePeriod: fields.integer('uniq_period', 1, 24),
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
