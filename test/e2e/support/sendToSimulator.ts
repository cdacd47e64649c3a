import { parseJson, textAt, type JsonObject } from '../../../playground/src/support/json';

/** What every request to the service carries. */
interface Access {
	url: string;
	key: string;
}

/**
 * Sends an SMS straight to the simulated service, past the nodes, and asks for delivery reports.
 * @returns the reference
 */
export async function sendSms({ url, key }: Access, to: string, text: string): Promise<string> {
	const form = {
		mode: 'Standard',
		dest: to,
		msg: text,
		charset: 'utf-8',
		coding: 'auto',
		id: '1',
		callback: '1',
	};
	const reply = await fetch(`${url}/1.1/api.php`, {
		method: 'POST',
		headers: { authorization: `App ${key}` },
		body: new URLSearchParams(form),
	});
	const answer = (await reply.text()).trim();
	const reference = /^OK (\d+)$/.exec(answer)?.[1];
	if (reference === undefined) throw new Error(`The simulator did not take an SMS: ${answer}`);
	return reference;
}

/** Sends JSON straight to the simulated service, past the nodes. Gives the reference. */
async function sendJson(
	{ url, key }: Access,
	path: string,
	to: string,
	contentMessage: JsonObject,
): Promise<string> {
	const reply = await fetch(`${url}${path}`, {
		method: 'POST',
		headers: { authorization: `App ${key}`, 'content-type': 'application/json' },
		body: JSON.stringify({ recipients: [to], contentMessage }),
	});
	const answer = await reply.text();
	const reference = textAt(parseJson(answer), 'reference');
	if (reference === '') throw new Error(`The simulator did not take a message: ${answer}`);
	return reference;
}

/**
 * Sends a text by WhatsApp straight to the simulated service, past the nodes.
 * @returns the reference
 */
export async function sendWaba(
	access: Access,
	{ wabaId, phoneId }: { wabaId: string; phoneId: string },
	to: string,
	text: string,
): Promise<string> {
	const path = `/waba/1.1/json/${wabaId}/message/${phoneId}`;
	return await sendJson(access, path, to, { type: 'text', text: { body: text } });
}

/**
 * Sends a text by RCS straight to the simulated service, past the nodes.
 * @returns the reference
 */
export async function sendRcs(access: Access, agentId: string, to: string, text: string): Promise<string> {
	return await sendJson(access, `/rcs/1.0/json/${agentId}/message`, to, { text });
}
