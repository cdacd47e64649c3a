import { startSimulator, type Simulator, type StartOptions } from '../../simulator/src';
import { serveScript, type Reaction, type ReceivedRequest } from '../support/httpServer';

/** Noon on an ordinary Wednesday in winter, so that Paris is one hour ahead of UTC. */
export const NOON = new Date('2027-01-13T11:00:00Z');

const running: { close: () => Promise<void> }[] = [];
let standing: Promise<Simulator> | undefined;

/** Ends whatever a test has started. */
export async function closeAll(): Promise<void> {
	standing = undefined;
	await Promise.all(running.splice(0).map((each) => each.close()));
}
afterEach(closeAll);

/** Starts the test's simulator, whose clock stands still at noon unless it is advanced. */
export function start(options: StartOptions = {}): Promise<Simulator> {
	const starting = startSimulator({ speed: 0, startAt: NOON, ...options });
	standing = starting.then((simulator) => {
		running.push(simulator);
		return simulator;
	});
	return standing;
}

/** The test's simulator: the last that it has started, else one without options. */
export const simulator = (): Promise<Simulator> => standing ?? start();

/** A request to the test's simulator, as it is. */
export const fetchFrom = async (path: string, init: RequestInit = {}): Promise<Response> =>
	await fetch(`${(await simulator()).url}${path}`, init);

export { eventually } from '../support/eventually';

export type FormValues = Readonly<Record<string, string | number>>;

export interface Answer {
	status: number;
	type: string | null;
	text: string;
}

const texts = (values: FormValues) =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

export interface PostOptions {
	query?: string;
	key?: string | null;
	contentType?: string;
	method?: string;
	path?: string;
}

/** A request as a PHP client makes it: a form body (values as UTF-8, or a string or bytes as they are). */
export async function post(
	body: FormValues | string | Buffer | null,
	{
		query = '',
		key = 'App demo',
		contentType = 'application/x-www-form-urlencoded',
		method = 'POST',
		path = '/1.1/api.php',
	}: PostOptions = {},
): Promise<Answer> {
	const isReady = typeof body === 'string' || Buffer.isBuffer(body);
	const response = await fetchFrom(`${path}${query === '' ? '' : `?${query}`}`, {
		method,
		redirect: 'manual',
		headers: {
			...(key !== null && { authorization: key }),
			...(body !== null && { 'content-type': contentType }),
		},
		...(body !== null && { body: isReady ? body : new URLSearchParams(texts(body)).toString() }),
	});
	return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

export const get = (query: string, options: PostOptions = {}): Promise<Answer> =>
	post(null, { ...options, query, method: 'GET' });

/** The least that a send must have. */
export const SEND = { dest: '33600123456', msg: 'Hello', mode: 'Expert', charset: 'utf-8' } as const;

export const numbers = (count: number, first = 33_600_000_000): string[] =>
	Array.from({ length: count }, (_, index) => String(first + index));

/** What an action of the account answers. @param action with its label, such as `groupes&do=list` */
export const act = async (action: string, values: FormValues | null = null): Promise<string> =>
	(await post(values, { query: `action=${action}` })).text;

export const send = (values: FormValues = {}, options: PostOptions = {}): Promise<Answer> =>
	post({ ...SEND, ...values }, options);

/** Sends with `id=1` and gives the references. */
export async function sendForReferences(values: FormValues = {}): Promise<string[]> {
	const { text } = await send({ id: 1, ...values });
	expect(text).toMatch(/^OK \d{12}(,\d{12})*$/);
	return text.slice('OK '.length).split(',');
}

export interface ControlAnswer {
	status: number;
	// The tests say what they expect to find.
	body: Record<string, unknown>;
}

/** A call of the control API; a JSON body where one is given. */
export async function control(route: string, body?: unknown): Promise<ControlAnswer> {
	const [method = '', path = ''] = route.split(' ');
	const response = await fetchFrom(`/__sim/${path}`, {
		method,
		...(body === undefined
			? {}
			: { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
	});
	return { status: response.status, body: asObject(await response.json()) };
}

export function asObject(value: unknown): Record<string, unknown> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
	return { ...value };
}

export function asList(value: unknown): Record<string, unknown>[] {
	if (!Array.isArray(value)) throw new Error('not a list');
	return value.map(asObject);
}

/** A list that the control API gives, by its name. */
export async function list(name: string, path: string = name): Promise<Record<string, unknown>[]> {
	const { body } = await control(`GET ${path}`);
	return asList(body[name]);
}

/** A value of every message, in their order. */
export const ofMessages = async (name: string): Promise<unknown[]> =>
	(await list('messages')).map((message) => message[name]);

export const state = async (): Promise<Record<string, unknown>> => (await control('GET state')).body;

export const advance = (seconds: number) => control('POST clock', { advance: seconds });

/** The only message there is. */
export async function onlyMessage(): Promise<Record<string, unknown>> {
	const messages = await list('messages');
	expect(messages).toHaveLength(1);
	return asObject(messages[0]);
}

export interface Received extends Omit<ReceivedRequest, 'body'> {
	query: URLSearchParams;
	/** What was posted, empty for a GET. */
	body: string;
}

export interface Receiver {
	url: string;
	received: Received[];
	/** How each call is answered; `OK` with 200 unless a test says otherwise. */
	answer: (call: Received) => Reaction | Promise<Reaction>;
}

/** Answers every call like this. */
export const answering = (status: number, body: string) => () => ({ status, body });

const acknowledge = answering(200, 'OK');

/** Lets every call wait. @returns what answers them with `OK`, in their order */
export function holdCalls(receiver: Receiver): (() => void)[] {
	const waiting: (() => void)[] = [];
	receiver.answer = async () => {
		await new Promise<void>((resolve) => {
			waiting.push(resolve);
		});
		return acknowledge();
	};
	return waiting;
}

/** The statuses of the delivery reports that came. */
export const reported = ({ received }: Receiver) => received.map(({ query }) => query.get('accuse'));

/** Something that receives callbacks. */
export async function startReceiver(path = '/callback'): Promise<Receiver> {
	const receiver: Receiver = { url: '', received: [], answer: acknowledge };
	const server = await serveScript((request) => {
		const query = new URL(request.path, 'http://receiver').searchParams;
		const call = { ...request, query, body: request.body.toString() };
		receiver.received.push(call);
		return receiver.answer(call);
	});
	running.push(server);
	receiver.url = `${server.url}${path}`;
	return receiver;
}

type Callbacks = 'deliveryReportUrl' | 'incomingSmsUrl' | 'wabaWebhookUrl' | 'rcsWebhookUrl';

/** Starts a simulator with somebody to call. @param callbacks which of them, such as `deliveryReportUrl` */
export async function startCalling(
	callbacks: Callbacks,
	options: StartOptions = {},
	path?: string,
): Promise<Receiver> {
	const receiver = await startReceiver(path);
	await start({ [callbacks]: receiver.url, ...options });
	return receiver;
}

/** A simulator with somebody to send delivery reports to. */
export const startReported = (): Promise<Receiver> => startCalling('deliveryReportUrl');

/** The events that the page reads, from now on. */
export async function openEvents(): Promise<{
	/** Reads on until they match; what was read is not looked at again. */
	readUntil: (pattern: RegExp) => Promise<void>;
	response: Response;
}> {
	const response = await fetchFrom('/__sim/events');
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	running.push({ close: async () => await reader?.cancel() });
	let seen = '';
	return {
		response,
		async readUntil(pattern) {
			while (!pattern.test(seen)) {
				const { value } = (await reader?.read()) ?? {};
				if (value === undefined) throw new Error(`the events ended before ${String(pattern)}`);
				seen += value;
			}
			seen = '';
		},
	};
}
