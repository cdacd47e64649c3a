import type { SimulatorApi } from '../../../playground/src/simulatorApi';
import { parseJson, textAt, type JsonObject } from '../../../playground/src/support/json';
import { apiKey } from './realN8n';

type Service = Pick<SimulatorApi, 'url'>;

/**
 * Sends an SMS straight to the simulated service, past the nodes, and asks for delivery reports.
 * @returns the reference
 */
export async function sendSms({ url }: Service, to: string, text: string): Promise<string> {
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
		headers: { authorization: `App ${apiKey}` },
		body: new URLSearchParams(form),
	});
	const answer = (await reply.text()).trim();
	const reference = /^OK (\d+)$/.exec(answer)?.[1];
	if (reference === undefined) throw new Error(`The simulator did not take an SMS: ${answer}`);
	return reference;
}

/** Sends JSON straight to the simulated service, past the nodes. Gives the reference. */
async function sendJson(
	{ url }: Service,
	path: string,
	to: string,
	contentMessage: JsonObject,
): Promise<string> {
	const reply = await fetch(`${url}${path}`, {
		method: 'POST',
		headers: { authorization: `App ${apiKey}`, 'content-type': 'application/json' },
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
	service: Service,
	{ wabaId, phoneId }: { wabaId: string; phoneId: string },
	to: string,
	text: string,
): Promise<string> {
	const path = `/waba/1.1/json/${wabaId}/message/${phoneId}`;
	return await sendJson(service, path, to, { type: 'text', text: { body: text } });
}

/**
 * Sends a text by RCS straight to the simulated service, past the nodes.
 * @returns the reference
 */
export async function sendRcs(service: Service, agentId: string, to: string, text: string): Promise<string> {
	return await sendJson(service, `/rcs/1.0/json/${agentId}/message`, to, { text });
}
