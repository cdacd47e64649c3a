import { at, listAt, parseJson, textAt } from './support/json';
import { PlaygroundError } from './support/playgroundError';

/** A message of any channel, as the simulated service knows it. */
export interface SimulatedMessage {
	id: string;
	channel: string;
	direction: string;
	/** WABA and RCS only: `text`, `carousel` …; of RCS `event` for what an agent only signals. */
	kind: string;
	number: string;
	/** Of what is no text, what a phone shows of it in one line. */
	text: string;
	references: string[];
	status: string;
	/** WABA only. */
	messageId: string;
	/** WABA and RCS only: `contentMessage` as it was sent. */
	content: unknown;
	/** WABA and RCS only: whether a received message was marked as read. */
	isRead: boolean;
}

/** A person writes by WhatsApp or RCS: members as the simulator's README names them. */
export interface Incoming {
	from: string;
	type: string;
	[member: string]: unknown;
}

/** The simulator's control interface. */
export interface SimulatorApi {
	url: string;
	configure: (config: Readonly<Record<string, unknown>>) => Promise<void>;
	messages: (number: string) => Promise<SimulatedMessage[]>;
	/** The newest messages of all numbers, the oldest of them first. */
	newestMessages: (count: number) => Promise<SimulatedMessage[]>;
	/** A person writes; gives the reference of the message. */
	incoming: (message: { from: string; text: string; to?: string; charset?: string }) => Promise<string>;
	/** A person writes by WhatsApp; gives the ids of the message and of the file in it, or `''`. */
	wabaIncoming: (message: Incoming) => Promise<{ messageId: string; fileId: string }>;
	/** The bytes of a file that a person has sent by WhatsApp. */
	file: (fileId: string) => Promise<Buffer>;
	/** A person writes, taps or types by RCS; gives the ids of the message and of the file in it, or `''`. */
	rcsIncoming: (message: Incoming) => Promise<{ id: string; fileId: string }>;
	/** The bytes of a file that a person has sent by RCS. */
	rcsFile: (fileId: string) => Promise<Buffer>;
	/** A person reads all that has arrived by RCS. */
	rcsRead: (number: string) => Promise<void>;
	/** Names of parameters that the service does not declare, of every request that had some. */
	undeclared: () => Promise<string[]>;
	/** The same, of the requests that name one of these phones, a message of theirs or a file in it. */
	undeclaredAbout: (numbers: readonly string[]) => Promise<string[]>;
	get: (path: string) => Promise<unknown>;
	post: (path: string, body: unknown) => Promise<unknown>;
	put: (path: string, body: unknown) => Promise<unknown>;
}

const readMessage = (message: unknown): SimulatedMessage => ({
	id: textAt(message, 'id'),
	channel: textAt(message, 'channel'),
	direction: textAt(message, 'direction'),
	kind: textAt(message, 'kind'),
	number: textAt(message, 'number'),
	text: textAt(message, 'text'),
	references: [textAt(message, 'reference'), ...listAt(message, 'references').map(String)].filter(Boolean),
	status: textAt(message, 'status'),
	messageId: textAt(message, 'messageId'),
	content: at(message, 'content'),
	isRead: textAt(message, 'readAt') !== '',
});

export function simulatorApi(url: string): SimulatorApi {
	const request = async (method: string, path: string, body?: unknown): Promise<Buffer> => {
		const reply = await fetch(`${url}/__sim${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const bytes = Buffer.from(await reply.arrayBuffer());
		if (reply.status < 300) return bytes;
		throw new PlaygroundError(
			`The simulator responded with ${reply.status} to ${method} ${path}: ${bytes.toString('utf8').slice(0, 200)}`,
		);
	};
	const call = async (method: string, path: string, body?: unknown): Promise<unknown> =>
		parseJson((await request(method, path, body)).toString('utf8'));
	const rawMessagesBy = async (query: string): Promise<unknown[]> =>
		listAt(await call('GET', `/messages?${query}`), 'messages');
	const messagesBy = async (query: string): Promise<SimulatedMessage[]> =>
		(await rawMessagesBy(query)).map(readMessage);
	const messagesOf = (number: string): string => `number=${encodeURIComponent(number)}`;
	return {
		url,
		configure: async (config) => {
			await call('PUT', '/config', config);
		},
		messages: async (number) => await messagesBy(messagesOf(number)),
		newestMessages: async (count) => await messagesBy(`last=${count}`),
		incoming: async (message) => textAt(await call('POST', '/incoming', message), 'reference'),
		wabaIncoming: async (message) => {
			const taken = await call('POST', '/waba/incoming', message);
			return { messageId: textAt(taken, 'messageId'), fileId: textAt(taken, 'fileId') };
		},
		file: async (fileId) => await request('GET', `/waba/files/${encodeURIComponent(fileId)}`),
		rcsIncoming: async (message) => {
			const taken = await call('POST', '/rcs/incoming', message);
			return { id: textAt(taken, 'id'), fileId: textAt(taken, 'fileId') };
		},
		rcsFile: async (fileId) => await request('GET', `/rcs/files/${encodeURIComponent(fileId)}`),
		rcsRead: async (number) => {
			await call('POST', '/rcs/read', { number });
		},
		undeclared: async () =>
			listAt(await call('GET', '/undeclared'), 'undeclared').flatMap((seen) =>
				listAt(seen, 'names').map(String),
			),
		undeclaredAbout: async (numbers) => {
			const messages = await Promise.all(numbers.map((number) => rawMessagesBy(messagesOf(number))));
			const ids = messages.flat().flatMap((each) => [textAt(each, 'messageId'), textAt(each, 'fileId')]);
			const names = [...numbers, ...ids.filter(Boolean)];
			return listAt(await call('GET', '/requests'), 'requests')
				.filter((entry) => {
					const sent = JSON.stringify(['url', 'fields', 'body'].map((part) => at(entry, part)));
					return names.some((name) => sent.includes(name));
				})
				.flatMap((entry) => listAt(entry, 'undeclared').map(String));
		},
		get: async (path) => await call('GET', path),
		post: async (path, body) => await call('POST', path, body),
		put: async (path, body) => await call('PUT', path, body),
	};
}
