import { digitsOnly } from '../validation';
import type { Exchange } from '../exchange';
import { redactLetters } from '../http/redact';
import { type Fields, formRequest, readCount, readOk, readPlainText, unexpected } from '../http/form';
import { fromParisTime } from '../parisTime';
import { e164 } from '../recipients/phoneNumbers';
import { type Page, pageFields } from './listing';

export type ScheduledRecord = {
	id: string;
	/** null where the service gave none. */
	reference: string | null;
	to: string;
	/** ISO 8601 with the offset of Paris; null where the service's text is no such time. */
	scheduledFor: string | null;
	text: string;
	/** The record as the service gave it, with the line breaks of its text. */
	raw: string;
};

const query: Fields = { action: 'differes' };

/** How many messages are waiting (service.md#scheduled-messages). */
export function countScheduled(): Exchange<number> {
	return {
		effect: 'read',
		request: formRequest({ query }),
		parse: (reply) => readCount(reply, 'DIFFERES'),
	};
}

/**
 * The columns before the text: id, reference (missing where nobody asked for it), number, nothing, always 0, time.
 * The text stands last, unquoted, with whatever it holds.
 */
const beginning =
	/^(\d+);(?:(\d*);)?(\+?\d+);[^;]*;(\d+);(\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}(?::\d{2})?);([^]*)$/;
/** What is left of those columns if an answer is cut off in them. */
const cutBeginning = /^(\d+);[\d+]*(?:;[\d+]*)?(?:;(?:;?(?:\d+(?:;[\d/: ]{0,19})?)?)?)?$/;

/**
 * Tells whether the last line of the last text could be a record that was cut off. Nothing distinguishes the two, and
 * one text must not block a whole list. Ids of a list have about the same length.
 */
export function endsLikeRecord(records: readonly ScheduledRecord[]): boolean {
	const { id, text } = records.at(-1) ?? { id: '', text: '' };
	const lines = text.split('\n');
	const cutId = lines.length > 1 ? cutBeginning.exec(lines.at(-1) ?? '')?.[1] : undefined;
	return cutId !== undefined && Math.abs(cutId.length - id.length) <= 1;
}

function readRecord(raw: string): ScheduledRecord | undefined {
	const match = beginning.exec(raw);
	if (!match) return undefined;
	const [, id = '', reference = '', to = '', , time = '', text = ''] = match;
	return {
		id,
		reference: reference === '' ? null : reference,
		to: e164(to),
		scheduledFor: fromParisTime(time),
		text: text.replaceAll('\r\n', '\n'),
		raw,
	};
}

/** Joins the lines of each record: a line that does not begin one belongs to the text of the record before it. */
function joinLines(lines: readonly string[]): string[] {
	const groups: string[][] = [];
	for (const line of lines) {
		const open = groups.at(-1);
		if (open && !beginning.test(line)) open.push(line);
		else groups.push([line]);
	}
	return groups.map((group) => group.join('\n').replace(/\r$/, ''));
}

function readRecords(text: string): ScheduledRecord[] | undefined {
	if (text === '') return [];
	const records = joinLines(text.split('\n')).map(readRecord);
	const readable = records.filter((record) => record !== undefined);
	return readable.length < records.length ? undefined : readable;
}

/**
 * A page of the messages that wait for their time (service.md#scheduled-messages). A text may
 * hold semicolons and line breaks; a line of it that looks like a whole record cannot be told from one. An answer
 * that begins otherwise is unexpected, and quoted without letters. {@link endsLikeRecord} tells of a cut answer.
 * *Assumed*: an empty answer means no record.
 *
 * @throws InvalidInput (`limit`)
 */
export function listScheduled(page: Page): Exchange<ScheduledRecord[]> {
	return {
		effect: 'read',
		request: formRequest({ query, form: pageFields(page) }),
		parse: (reply) => {
			const reading = { excerpt: redactLetters };
			const records = readRecords(readPlainText(reply, reading));
			if (!records) throw unexpected(reply, reading);
			return records;
		},
	};
}

const deleteFailures = {
	ERREUR: {
		message: 'The scheduled message was not deleted.',
		remediation:
			'The message may already be sent or deleted. Check the reference, and the API key in the credential.',
	},
};

/**
 * Takes back a message that waits for its time (service.md#scheduled-messages).
 *
 * @param reference as the send gave it
 * @throws InvalidInput (`reference`) unless it consists of digits
 */
export function deleteScheduled(reference: string): Exchange<true> {
	return {
		effect: 'change',
		request: formRequest({
			query: { ...query, do: 'del' },
			form: { ref: digitsOnly(reference, 'reference') },
		}),
		parse: (reply) => readOk(reply, { failures: deleteFailures }),
	};
}
