/** The control API, and what it tells as it happens. */

const EVENT_TYPES = ['message', 'removed', 'request', 'callback', 'state', 'faults', 'reset'];

async function call(method, path, body) {
	const init =
		body === undefined
			? { method }
			: { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
	const response = await fetch(`/__sim/${path}`, init);
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.error ?? `The simulator responded with status ${response.status}`);
	return answer;
}

export const read = (path) => call('GET', path);
export const send = (path, body = {}) => call('POST', path, body);
export const change = (path, body) => call('PUT', path, body);
export const remove = (path) => call('DELETE', path);

const RETRY_MS = 1_000;
const aWhile = () =>
	new Promise((resolve) => {
		setTimeout(resolve, RETRY_MS);
	});

/**
 * Reads again whenever it is started, one read at a time: what is read when the connection breaks may miss what came
 * in between. A read that fails is repeated, unless the connection is lost: then the next one starts it.
 * @param {{ read: () => Promise<void>, onSuccess: () => void, onFailure: () => void }} given
 */
export function rereading({ read: readAll, onSuccess, onFailure }, wait = aWhile) {
	let [isConnected, isWanted, isReading] = [false, false, false];
	async function run() {
		isReading = true;
		while (isWanted) {
			isWanted = false;
			try {
				await readAll();
				if (isConnected && !isWanted) onSuccess();
			} catch {
				if (isConnected) onFailure();
				await wait();
				isWanted = isConnected;
			}
		}
		isReading = false;
	}
	return {
		start() {
			[isConnected, isWanted] = [true, true];
			if (!isReading) void run();
		},
		stop: () => ([isConnected, isWanted] = [false, false]),
	};
}

/** A page that was refused tries again after this time: another one may have been closed. */
const REFUSED_MS = 5_000;

/**
 * Listens for ever, and whatever was missed in between is read anew. After a lost connection, the browser connects
 * again by itself. After a refusal, which has too many open pages as its only cause, it doesn't.
 * @param {{ onOpen: () => void, onLost: () => void, onRefused: () => void, onEvent: (type: string, data: unknown) => void }} handlers
 */
export function listen(handlers) {
	const { onOpen, onLost, onRefused, onEvent } = handlers;
	const source = new EventSource('/__sim/events');
	source.onopen = onOpen;
	source.onerror = () => {
		if (source.readyState !== EventSource.CLOSED) return onLost();
		setTimeout(() => listen(handlers), REFUSED_MS);
		onRefused();
	};
	for (const type of EVENT_TYPES) {
		source.addEventListener(type, (event) => onEvent(type, JSON.parse(event.data)));
	}
}
