import { listAt, parseJson, textAt } from './json';
import { PlaygroundError } from './playgroundError';

/** A message as the simulated service knows it. */
export interface SimulatedMessage {
	direction: string;
	number: string;
	text: string;
	references: string[];
	status: string;
}

/** The simulator's control interface. */
export interface SimulatorApi {
	url: string;
	configure: (config: Readonly<Record<string, unknown>>) => Promise<void>;
	messages: (number: string) => Promise<SimulatedMessage[]>;
	/** A person writes; gives the reference of the message. */
	incoming: (message: { from: string; text: string; to?: string; charset?: string }) => Promise<string>;
	/** Names of parameters that the service does not declare, of every request that had some. */
	undeclared: () => Promise<string[]>;
	get: (path: string) => Promise<unknown>;
	put: (path: string, body: unknown) => Promise<unknown>;
}

export function simulatorApi(url: string): SimulatorApi {
	const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
		const reply = await fetch(`${url}/__sim${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await reply.text();
		if (reply.status >= 300)
			throw new PlaygroundError(
				`The simulator answered ${reply.status} to ${method} ${path}: ${text.slice(0, 200)}`,
			);
		return parseJson(text);
	};
	return {
		url,
		configure: async (config) => {
			await call('PUT', '/config', config);
		},
		messages: async (number) =>
			listAt(await call('GET', `/messages?number=${encodeURIComponent(number)}`), 'messages').map(
				(message) => ({
					direction: textAt(message, 'direction'),
					number: textAt(message, 'number'),
					text: textAt(message, 'text'),
					references: [textAt(message, 'reference'), ...listAt(message, 'references').map(String)].filter(
						Boolean,
					),
					status: textAt(message, 'status'),
				}),
			),
		incoming: async (message) => textAt(await call('POST', '/incoming', message), 'reference'),
		undeclared: async () =>
			listAt(await call('GET', '/undeclared'), 'undeclared').flatMap((request) =>
				listAt(request, 'names').map(String),
			),
		get: async (path) => await call('GET', path),
		put: async (path, body) => await call('PUT', path, body),
	};
}
