import type { WireReply } from '../../../protocol/exchange';

/** A reply as it is stored with the execution: as JSON, so it is kept small. */
export interface KeptReply {
	status: number;
	headers: Record<string, string>;
	/** Its bytes as base64. */
	body: string;
}

/** Returns what the protocol needs to parse a reply again. */
export function keepReply({ status, headers, bytes }: WireReply): KeptReply {
	const contentType = headers['content-type'];
	return {
		status,
		headers: contentType === undefined ? {} : { 'content-type': contentType },
		body: Buffer.from(bytes).toString('base64'),
	};
}

export function replyOf({ status, headers, body }: KeptReply): WireReply {
	return { status, headers, bytes: Buffer.from(body, 'base64') };
}
