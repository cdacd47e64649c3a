/** The control API, and what it tells as it happens. */

const EVENT_TYPES = ['message', 'request', 'callback', 'state', 'faults', 'reset'];

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

/**
 * Listens for ever: the browser connects again by itself, and whatever was missed in between is read anew.
 * @param {{ onOpen: () => void, onLost: () => void, onEvent: (type: string, data: unknown) => void }} handlers
 */
export function listen({ onOpen, onLost, onEvent }) {
	const source = new EventSource('/__sim/events');
	source.onopen = onOpen;
	source.onerror = onLost;
	for (const type of EVENT_TYPES) {
		source.addEventListener(type, (event) => onEvent(type, JSON.parse(event.data)));
	}
}
