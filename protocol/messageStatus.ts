/**
 * A message's status, whatever the channel. (A type alias and not an interface, like all results that leave this
 * folder: only those fit where a plain object of JSON values is asked for.)
 */
export type MessageStatus = {
	/** The service's own code, unchanged. */
	code: string;
	name: string;
	description: string;
	/** Whether another status can follow. `null`: not known. */
	final: boolean | null;
	/** Whether the message reached the person. `null`: not known, or not yet. */
	delivered: boolean | null;
};

/** What a table of statuses says of a code. */
export type StatusRow = readonly [
	name: string,
	description: string,
	final: boolean | null,
	delivered: boolean | null,
];

/** What a status code means. A code that is not in the table is passed on, with nothing claimed about it. */
export function statusOf(rows: Readonly<Record<string, StatusRow>>, code: string): MessageStatus {
	const [name, description, final, delivered] = (Object.hasOwn(rows, code) ? rows[code] : undefined) ?? [
		`Unknown status ${code}`.trim(),
		'This status is not documented',
		null,
		null,
	];
	return { code, name, description, final, delivered };
}
