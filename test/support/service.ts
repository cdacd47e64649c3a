/** A service on loopback, started anew for each test, which tells it what to do. */
import type { RunResult } from './engine';
import { freezeDate } from './fixtureServer';
import { type Reaction, type ReceivedRequest, type ScriptedServer, serveScript } from './httpServer';
import { acceptedAnswer, recipientsOf } from './jsonAnswers';
import { clearProcessedData } from './processedData';
import { formOf, type NodeRun, plain, recipientsSentTo, runNode, sendPerItem } from './runNode';

export type React = (request: ReceivedRequest, index: number) => Reaction | Promise<Reaction>;

export interface Service {
	readonly url: string;
	readonly requests: ReceivedRequest[];
	/** What happens to the next requests, in their order. */
	script: Reaction[];
	/** What happens to the next ones to a recipient, by the number. */
	scripts: Record<string, Reaction[]>;
	/** What happens to all others. */
	react: React;
	/** What is answered to a request for the account's groups, a line each: ID, name and size. Unless set, they are as others. */
	groups: string | undefined;
	/** Called with each request, before anything happens to it. */
	onRequest: () => void;
	/** The requests but those for the account's groups. */
	readonly sends: () => ReceivedRequest[];
	/** A field of each request's form, by its name on the wire. */
	readonly sent: (field: string) => Array<string | null>;
	/** All recipients of SMS, in the order of arrival. */
	readonly sentTo: () => string[];
	/** How many requests were to one recipient, this one. */
	readonly countOf: (number: string | undefined) => number;
	/** Runs a node against it, the same one each time: n8n keeps deduplication keys by its ID. */
	readonly run: (given?: Partial<NodeRun>) => Promise<RunResult>;
	/**
	 * Stops the clock for the rest of a test.
	 *
	 * @param later what it shows from the first request on, or how many milliseconds each request adds
	 */
	readonly freeze: (now: string, later?: string | number) => void;
}

const recipientOf = (request: ReceivedRequest): string => formOf(request).get('dest') ?? '';

const isListing = ({ path }: ReceivedRequest): boolean => /action=groupes(?!&do=)/.test(path);

/** Accepts a message of any interface. */
const accepted: React = (request) =>
	request.method === 'POST' && request.path.includes('/json/')
		? acceptedAnswer(recipientsOf(request))
		: plain('OK 123456789012');

/**
 * Starts each test with the time of the machine, and with an n8n that has seen no deduplication key.
 *
 * @param usual what happens to requests unless a test says something else: by default, a message is accepted
 */
export function serviceForEachTest(usual: React = accepted): Service {
	let server: ScriptedServer;
	const undisturbed = () => ({
		...{ script: [], scripts: {}, react: usual, groups: undefined },
		onRequest: () => undefined,
	});
	const service: Service = {
		...undisturbed(),
		sends: () => server.requests.filter((request) => !isListing(request)),
		sent: (field) => server.requests.map((request) => formOf(request).get(field)),
		sentTo: () => recipientsSentTo(server.requests),
		countOf: (number) => server.requests.filter((request) => recipientOf(request) === number).length,
		run: async ({ settings, ...given } = {}) =>
			await runNode({
				url: server.url,
				parameters: sendPerItem,
				settings: { id: 'a1b2c3d4', ...settings },
				...given,
			}),
		freeze(now, later) {
			freezeDate(now);
			if (later === undefined) return;
			service.onRequest = () =>
				jest.setSystemTime(typeof later === 'number' ? Date.now() + later : new Date(later));
		},
		get url() {
			return server.url;
		},
		get requests() {
			return server.requests;
		},
	};
	beforeEach(async () => {
		Object.assign(service, undisturbed());
		await clearProcessedData();
		server = await serveScript(async (request, index) => {
			service.onRequest();
			if (service.groups !== undefined && isListing(request)) return plain(service.groups);
			const next = service.script.shift() ?? service.scripts[recipientOf(request)]?.shift();
			return next ?? (await service.react(request, index));
		});
	});
	afterEach(async () => {
		jest.useRealTimers();
		await server.close();
	});
	return service;
}
