import { jsonParse } from 'n8n-workflow';
import type { Stored } from '../engine/polling/pollSessions';
import type { HistoryState, OpenMessage, Rest } from './historyState';

/** Digits that a number can hold are written shorter; anything else stays, marked. */
const shortDigits = /^[1-9]\d{0,14}$/;
const marker = '=';

const encode = (text: string): string =>
	shortDigits.test(text) ? Number(text).toString(36) : `${marker}${encodeURIComponent(text)}`;

const decode = (text: string): string =>
	text.startsWith(marker) ? decodeURIComponent(text.slice(1)) : String(Number.parseInt(text, 36));

const hashLength = 8;

const partsOf = (text: string): string[] => text.split(' ').filter((part) => part !== '');

function readOpen(text: string): Map<string, OpenMessage> {
	const open = new Map<string, OpenMessage>();
	for (const entry of partsOf(text)) {
		const [sentAt = '', codes = '', ...key] = entry.split(',').map(decode);
		open.set(key.join(';'), {
			codes: codes.split('.').filter((code) => code !== ''),
			sentAt: Number(sentAt),
		});
	}
	return open;
}

function readHandled(text: string): Map<string, number> {
	const handled = new Map<string, number>();
	for (const entry of partsOf(text)) {
		const [minute = '', hashes = ''] = entry.split(':');
		for (let at = 0; at < hashes.length; at += hashLength)
			handled.set(hashes.slice(at, at + hashLength), Number.parseInt(minute, 36));
	}
	return handled;
}

/**
 * Writes a state as one text for n8n's static data: about 27 characters for an open message, 8 for a handled one.
 *
 * @param revision makes two equal states different texts, so that it can be told which one n8n has saved
 */
export function writeState({ open, handled, ...times }: HistoryState, revision: number): string {
	const messages: string[] = [];
	for (const [key, { codes, sentAt }] of open)
		messages.push([sentAt.toString(36), encode(codes.join('.')), ...key.split(';').map(encode)].join(','));
	const minutes = new Map<number, string>();
	for (const [hashed, minute] of handled) minutes.set(minute, (minutes.get(minute) ?? '') + hashed);
	const hashes = [...minutes].map(([minute, all]) => `${minute.toString(36)}:${all}`);
	return JSON.stringify({ revision, ...times, open: messages.join(' '), handled: hashes.join(' ') });
}

const numberOr = <Other>(value: unknown, other: Other): number | Other =>
	typeof value === 'number' ? value : other;

function readRest(rest: unknown): Rest | undefined {
	if (typeof rest !== 'object' || rest === null) return undefined;
	const values: Record<string, unknown> = { ...rest };
	return {
		index: numberOr(values['index'], 0),
		reached: numberOr(values['reached'], 0),
		hasNew: values['hasNew'] === true,
	};
}

/** Reads a text of {@link writeState}; undefined for anything else. */
export function readState(text: unknown): Stored<HistoryState> | undefined {
	if (typeof text !== 'string') return undefined;
	const parsed: unknown = jsonParse(text, { fallbackValue: null });
	if (typeof parsed !== 'object' || parsed === null) return undefined;
	const values: Record<string, unknown> = { ...parsed };
	const { revision, since, checked, filters, open, handled } = values;
	if (typeof revision !== 'number' || typeof since !== 'number' || typeof checked !== 'number')
		return undefined;
	if (typeof filters !== 'string' || typeof open !== 'string' || typeof handled !== 'string')
		return undefined;
	const state: HistoryState = {
		...{
			filters,
			since,
			checked,
			start: numberOr(values['start'], undefined),
			rest: readRest(values['rest']),
		},
		open: readOpen(open),
		handled: readHandled(handled),
	};
	return { text, revision, state };
}
