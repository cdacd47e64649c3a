import { jsonParse } from 'n8n-workflow';
import type { Stored } from '../engine/polling/pollSessions';
import type { HistoryState } from './historyState';

/**
 * Raise it with each change of what is written, and convert the text of the version before: the state of any other version is
 * none, and a trigger without a state skips what has happened since its last poll. A member that may be missing needs no new version.
 */
const version = 1;

interface Written {
	version: number;
	/** Another node can get the name, under which n8n stores the text. */
	node: string;
	/** Of n8n: a workflow can be deployed with the static data of another one. */
	instance: string;
	/** Makes two equal states different texts, so that it can be told which one n8n has saved. */
	revision: number;
	members: Omit<HistoryState, 'messages'>;
	messages: string;
}

/** Digits that a number can hold are written shorter. */
const digits = /(?<=^|[ ;+])[1-9]\d{5,14}(?=;|$)/gm;
/** A tilde of the text itself is doubled. */
const shortDigits = /~(~|[0-9a-z]+)/g;

/** The trigger that writes a state. */
export type Writer = Pick<Written, 'node' | 'instance'>;

/** Writes a state as one text for n8n's static data: about 30 characters for a message. */
export function writeState({ messages, ...members }: HistoryState, writer: Writer, revision: number): string {
	const lines = [...messages].map(([key, codes]) => `${codes.join('.')} ${key}`).join('\n');
	const short = lines.replaceAll('~', '~~').replace(digits, (number) => `~${Number(number).toString(36)}`);
	const written: Written = { version, ...writer, revision, members, messages: short };
	return JSON.stringify(written);
}

/**
 * Reads a text of {@link writeState}; undefined for anything else, and for the text of another node. That of another n8n is older
 * than all that this n8n knows.
 */
export function readState(text: unknown, { node, instance }: Writer): Stored<HistoryState> | undefined {
	if (typeof text !== 'string') return undefined;
	const written = jsonParse<Written | null>(text, { fallbackValue: null });
	if (written?.version !== version || written.node !== node) return undefined;
	const { members, messages } = written;
	const revision = written.instance === instance ? written.revision : 0;
	const lines = messages.replace(shortDigits, (_text, short: string) =>
		short === '~' ? short : String(Number.parseInt(short, 36)),
	);
	const entries = lines.split('\n').map((line): [key: string, codes: string[]] => {
		const [codes = '', ...key] = line.split(' ');
		return [key.join(' '), codes === '' ? [] : codes.split('.')];
	});
	return { text, revision, state: { ...members, messages: new Map(messages === '' ? [] : entries) } };
}
