import { jsonParse } from 'n8n-workflow';
import type { Stored } from '../engine/polling/pollSessions';
import type { HistoryState, OpenMessage } from './historyState';

interface Origin {
	/** Of the session: another node can get the name, under which n8n stores the text. */
	identity: string;
	/** Makes two equal states different texts, so that it can be told which one n8n has saved. */
	revision: number;
}

type Written = Omit<HistoryState, 'open' | 'handled'> & Origin & { open: string; handled: string };

/** Digits that a number can hold are written shorter; anything else stays, marked. */
const shortDigits = /^[1-9]\d{0,14}$/;
const marker = '=';

const encode = (text: string): string =>
	shortDigits.test(text) ? Number(text).toString(36) : `${marker}${encodeURIComponent(text)}`;

const decode = (text: string): string =>
	text.startsWith(marker) ? decodeURIComponent(text.slice(1)) : String(Number.parseInt(text, 36));

const partsOf = (text: string, separator: string): string[] => (text === '' ? [] : text.split(separator));

function readOpen(entry: string): [key: string, message: OpenMessage] {
	const [sentAt = '', codes = '', ...key] = entry.split(',').map(decode);
	return [key.join(';'), { codes: partsOf(codes, '.'), sentAt: Number(sentAt) }];
}

function readHandled(entry: string): [hash: number, minute: number][] {
	const [minute = 0, ...hashes] = entry.split('.').map((number) => Number.parseInt(number, 36));
	return hashes.map((hash) => [hash, minute]);
}

/** Writes a state as one text for n8n's static data: about 27 characters for an open message, 11 for a handled one. */
export function writeState({ open, handled, ...members }: HistoryState, origin: Origin): string {
	const messages = [...open].map(([key, { codes, sentAt }]) =>
		[sentAt.toString(36), encode(codes.join('.')), ...key.split(';').map(encode)].join(','),
	);
	const minutes = new Map<number, string>();
	for (const [hash, minute] of handled)
		minutes.set(minute, `${minutes.get(minute) ?? minute.toString(36)}.${hash.toString(36)}`);
	const written: Written = {
		...{ ...origin, ...members },
		...{ open: messages.join(' '), handled: [...minutes.values()].join(' ') },
	};
	return JSON.stringify(written);
}

/** Reads a text of {@link writeState}; undefined for anything else, and for the text of another identity. */
export function readState(text: unknown, expected: string): Stored<HistoryState> | undefined {
	if (typeof text !== 'string') return undefined;
	const written = jsonParse<Written | null>(text, { fallbackValue: null });
	if (typeof written?.revision !== 'number' || typeof written.open !== 'string') return undefined;
	const { identity, revision, open, handled, ...members } = written;
	if (identity !== expected) return undefined;
	return {
		...{ text, revision },
		state: {
			...members,
			open: new Map(partsOf(open, ' ').map(readOpen)),
			handled: new Map(partsOf(handled, ' ').flatMap(readHandled)),
		},
	};
}
