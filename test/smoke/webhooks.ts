import type { Execution } from '../../playground/src/n8n/executions';
import { fetchOnce } from '../../playground/src/support/fetchOnce';
import { at, listAt, textAt } from '../../playground/src/support/json';
import { waitFor } from '../../playground/src/support/waitFor';
import type { RealN8n } from './realN8n';
import type { Published } from './workflow';

export const json = { 'content-type': 'application/json' };
export const text = { 'content-type': 'text/plain' };
export const megabytes = (count: number): string => 'x'.repeat(count * 1_000_000);

export const acknowledged = { status: 200, body: 'OK' };
export const toBeTriedAgain = { status: 503, body: 'ERROR' };
export const tooLarge = { status: 413, body: 'ERROR' };

/** Posts a webhook; an answer that does not come in two minutes never comes. */
export async function post(
	{ url }: Published,
	body: string,
	headers: Record<string, string> = json,
): Promise<{ status: number; body: string }> {
	const signal = AbortSignal.timeout(120_000);
	const reply = await fetchOnce(url, { method: 'POST', headers, body, signal });
	return { status: reply.status, body: await reply.text() };
}

/** The attempts of a callback, but for those that a busy n8n did not answer in time: the service repeats them. */
export const attemptsInTime = (callback: unknown): unknown[] =>
	listAt(callback, 'attempts').filter(
		(attempt) => !textAt(attempt, 'error').startsWith('no response within'),
	);

/** How often each of the simulator's callbacks was answered, once all of them that tell of `about` are acknowledged. */
export async function attemptsOf(
	{ simulator }: Pick<RealN8n, 'simulator'>,
	about: string,
): Promise<number[]> {
	return await waitFor(
		'every callback being acknowledged',
		async () => {
			const callbacks = listAt(await simulator.get('/callbacks'), 'callbacks').filter((callback) =>
				JSON.stringify(callback).includes(about),
			);
			return callbacks.some((callback) => textAt(callback, 'state') !== 'acknowledged')
				? undefined
				: callbacks.map((callback) => attemptsInTime(callback).length);
		},
		{ seconds: 120 },
	);
}

/** Whether n8n was too busy to do in two seconds what a trigger does on receipt. */
export const wasTooBusy = (event: unknown): boolean =>
	textAt(event, 'fileNotDownloaded').includes('2 seconds') || at(event, 'markedAsRead') === false;

/** Repeats an event, up to three times, until n8n runs what the trigger does on receipt in time. */
export async function untilRunInTime<Result extends { execution: Execution | undefined }>(
	happen: (attempt: number) => Promise<Result>,
): Promise<Result> {
	for (let attempt = 1; ; attempt++) {
		const result = await happen(attempt);
		if (attempt === 3 || !wasTooBusy(result.execution?.output.Trigger?.[0])) return result;
	}
}
