import { listAt, textAt } from '../../playground/src/support/json';
import { waitFor } from '../../playground/src/support/waitFor';
import type { RealN8n } from './realN8n';
import type { Published } from './workflow';

export const json = { 'content-type': 'application/json' };
export const text = { 'content-type': 'text/plain' };
export const megabytes = (count: number): string => 'x'.repeat(count * 1_000_000);

export const acknowledged = { status: 200, body: 'OK' };
export const toBeTriedAgain = { status: 503, body: 'ERROR' };
export const tooLarge = { status: 413, body: 'ERROR' };

/** Posts a webhook; an answer that does not come in half a minute never comes. */
export async function post(
	{ url }: Published,
	body: string,
	headers: Record<string, string> = json,
): Promise<{ status: number; body: string }> {
	const signal = AbortSignal.timeout(30_000);
	const reply = await fetch(url, { method: 'POST', headers, body, signal });
	return { status: reply.status, body: await reply.text() };
}

/** How often each of the simulator's webhooks of a kind was sent, once all of them are acknowledged. */
export async function attemptsOf({ simulator }: RealN8n, kind: string): Promise<number[]> {
	return await waitFor(
		'every webhook being acknowledged',
		async () => {
			const callbacks = listAt(await simulator.get('/callbacks'), 'callbacks').filter(
				(callback) => textAt(callback, 'kind') === kind,
			);
			return callbacks.some((callback) => textAt(callback, 'state') !== 'acknowledged')
				? undefined
				: callbacks.map((callback) => listAt(callback, 'attempts').length);
		},
		{ seconds: 30 },
	);
}
