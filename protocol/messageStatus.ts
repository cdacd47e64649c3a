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
