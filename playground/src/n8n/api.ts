import { fetchOnce } from '../support/fetchOnce';
import { at, parseJson, textAt } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';
import { waitFor } from '../support/waitFor';

/** The prepared owner of the playground's n8n. The instance listens on loopback only; the login is no secret. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Playground',
	lastName: 'Owner',
	password: 'Playground1',
};

/** n8n's REST interface, as its editor uses it, signed in as the owner. Every call gives the answer's `data`. */
export interface N8nApi {
	url: string;
	get: (path: string) => Promise<unknown>;
	/** As `get`, but `undefined` for what n8n does not have. */
	find: (path: string) => Promise<unknown>;
	post: (path: string, body: unknown) => Promise<unknown>;
	patch: (path: string, body: unknown) => Promise<unknown>;
	/** A file that n8n serves to its editor, e.g. `/types/nodes.json`. */
	file: (path: string) => Promise<unknown>;
	/** As `get`, but the bytes as they are. */
	bytes: (path: string) => Promise<Buffer>;
}

/** n8n ties a session to one browser by this header. */
const browser = { 'browser-id': 'playground' };
const missing = new Set([403, 404]);

/** n8n refused a call. */
export class N8nRefusal extends PlaygroundError {
	override readonly name = 'N8nRefusal';

	/** @param hint n8n's own details, as JSON */
	constructor(
		message: string,
		readonly hint: unknown,
	) {
		super(message);
	}
}

/** n8n does not accept the login of the prepared owner: its e-mail or password was changed. */
export class OwnerChanged extends PlaygroundError {
	override readonly name = 'OwnerChanged';
}

interface Answer {
	status: number;
	cookie: string;
	bytes: Buffer;
	text: string;
}

async function request(url: string, method: string, cookie: string, body?: unknown): Promise<Answer> {
	const reply = await fetchOnce(url, {
		method,
		headers: { ...browser, cookie, 'content-type': 'application/json' },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const [session = ''] = (reply.headers.get('set-cookie') ?? '').split(';');
	const bytes = Buffer.from(await reply.arrayBuffer());
	return { status: reply.status, cookie: session, bytes, text: bytes.toString('utf8') };
}

function accepted(method: string, path: string, answer: Answer): Answer {
	if (answer.status < 300) return answer;
	const body = parseJson(answer.text);
	const reason = textAt(body, 'message') || answer.text.slice(0, 200);
	throw new N8nRefusal(
		`n8n responded with ${answer.status} to ${method} ${path}: ${reason}`,
		parseJson(textAt(body, 'hint')),
	);
}

function dataOf(method: string, path: string, answer: Answer): unknown {
	const body = parseJson(accepted(method, path, answer).text);
	return at(body, 'data') ?? body;
}

/**
 * Waits until n8n serves its interface, with or without an editor. n8n 1 says that it is ready a moment before; meanwhile it
 * answers with a text.
 */
export async function waitUntilInterface(url: string): Promise<void> {
	await waitFor(
		`n8n to serve ${url}/rest`,
		async () => parseJson((await request(`${url}/rest/login`, 'GET', '')).text),
		{ seconds: 180 },
	);
}

/**
 * Creates the owner account where there is none yet, and signs in.
 * @throws OwnerChanged if n8n does not accept the login
 */
export async function signIn(url: string): Promise<N8nApi> {
	await waitUntilInterface(url);
	const setUp = await request(`${url}/rest/owner/setup`, 'POST', '', owner);
	const signedIn =
		setUp.status === 200
			? setUp
			: await request(`${url}/rest/login`, 'POST', '', {
					emailOrLdapLoginId: owner.email,
					password: owner.password,
				});
	if (signedIn.status !== 200 || signedIn.cookie === '')
		throw new OwnerChanged(
			`The owner account is no longer ${owner.email}.`,
			'Use your own login, or reset the playground with `npm start -- --fresh`. This deletes playground/.data.',
		);

	const { cookie } = signedIn;
	const call = async (method: string, path: string, body?: unknown): Promise<unknown> =>
		dataOf(method, path, await request(`${url}/rest${path}`, method, cookie, body));
	return {
		url,
		get: async (path) => await call('GET', path),
		find: async (path) => {
			const answer = await request(`${url}/rest${path}`, 'GET', cookie);
			return missing.has(answer.status) ? undefined : dataOf('GET', path, answer);
		},
		post: async (path, body) => await call('POST', path, body),
		patch: async (path, body) => await call('PATCH', path, body),
		file: async (path) => dataOf('GET', path, await request(`${url}${path}`, 'GET', cookie)),
		bytes: async (path) => accepted('GET', path, await request(`${url}/rest${path}`, 'GET', cookie)).bytes,
	};
}
