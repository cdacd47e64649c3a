import { jsonParse } from 'n8n-workflow';
import type { HistoryState, OpenMessage } from './historyState';

/** Digits that a number can hold are written shorter; anything else stays, marked. */
const shortDigits = /^[1-9]\d{0,14}$/;
const marker = '=';

const encode = (text: string): string =>
	shortDigits.test(text) ? Number(text).toString(36) : `${marker}${encodeURIComponent(text)}`;

const decode = (text: string): string =>
	text.startsWith(marker) ? decodeURIComponent(text.slice(1)) : String(Number.parseInt(text, 36));

const hashLength = 8;

function readOpen(text: string): Map<string, OpenMessage> {
	const open = new Map<string, OpenMessage>();
	for (const entry of text === '' ? [] : text.split(' ')) {
		const [sentAt = '', code = '', ...key] = entry.split(',').map(decode);
		open.set(key.join(';'), { code, sentAt: Number(sentAt) });
	}
	return open;
}

function readHandled(text: string): Set<string> {
	const handled = new Set<string>();
	for (let at = 0; at < text.length; at += hashLength) handled.add(text.slice(at, at + hashLength));
	return handled;
}

/**
 * A state as one text for n8n's static data, 27 characters for each open message. Two equal states have different texts, so that it
 * can be told which one n8n has saved.
 */
export function writeState({ since, open, handled }: HistoryState, revision: string): string {
	const messages: string[] = [];
	for (const [key, { code, sentAt }] of open)
		messages.push(`${sentAt.toString(36)},${encode(code)},${key.split(';').map(encode).join(',')}`);
	return JSON.stringify({ revision, since, open: messages.join(' '), handled: [...handled].join('') });
}

/** Reads a text of {@link writeState}; undefined for anything else. */
export function readState(stored: unknown): HistoryState | undefined {
	if (typeof stored !== 'string') return undefined;
	const parsed: unknown = jsonParse(stored, { fallbackValue: null });
	if (typeof parsed !== 'object' || parsed === null) return undefined;
	const { since, open, handled } = { since: undefined, open: undefined, handled: undefined, ...parsed };
	if (typeof since !== 'number' || typeof open !== 'string' || typeof handled !== 'string') return undefined;
	return { since, open: readOpen(open), handled: readHandled(handled) };
}
