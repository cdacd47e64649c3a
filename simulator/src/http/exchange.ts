/** What every interface of the service gets and gives, whatever its format. */

export interface RawRequest {
	readonly method: string;
	readonly path: string;
	/** The query without its `?`, as it came. */
	readonly query: string;
	/** In lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
	/** Whether the body was over the limit: then it was not read, and is empty here. */
	readonly isTooLarge?: boolean;
}

/** The reason in the log for such a body. */
export const TOO_LARGE = 'the body is over 5 MB';

export interface Reply {
	readonly status: number;
	readonly contentType: string;
	readonly body: Buffer;
	/** Why the request was refused, for the log only: the service itself gives no reason. */
	readonly reason?: string;
	/** The fault that struck inside the operation, for the log. */
	readonly fault?: string;
}

/** A request that has been read but not carried out: faults are chosen in between. */
export interface ReceivedRequest {
	/** The operation's name (`sms.message.send`), null for one that does not exist. */
	readonly operation: string | null;
	/** All fields by their names or paths, decoded, as the log shows them and faults are matched with them. */
	readonly fields: Readonly<Record<string, string>>;
	/** Names of fields that the interface does not declare, or not together with the others. */
	readonly undeclared: readonly string[];
	/** Carries the request out. */
	readonly answer: () => Reply;
	/**
	 * Refuses it in the interface's own words, nothing being carried out.
	 * @param status the HTTP status, where the interface has several
	 */
	readonly refuse: (status: number) => Reply;
}

/** One interface of the service. */
export interface ServiceInterface<World> {
	readonly owns: (path: string) => boolean;
	readonly receive: (request: RawRequest, world: World) => ReceivedRequest;
}

/** Text leaves as UTF-8, and says so (*assumed*: which charset the service answers in is not known). */
export const textReply = (status: number, text: string): Reply => ({
	status,
	contentType: 'text/plain; charset=utf-8',
	body: Buffer.from(text, 'utf8'),
});
