/** A service that answers calls as a test says, and what they fail with. */
import { NodeFailure } from '../../../../nodes/engine/errors';
import { networkFailure } from '../../../../nodes/engine/http/networkFailure';
import type { Transport } from '../../../../nodes/engine/http/transport';
import { type Call, createCalls, type Sending } from '../../../../nodes/engine/sending/calls';
import type { SendLog } from '../../../../nodes/engine/sending/sendLog';
import type { Effect, WireResponse } from '../../../../protocol/exchange';
import { logFor } from './logs';

export const cut = (effect: Effect): NodeFailure => networkFailure({ code: 'ECONNRESET' }, effect);
export const refusedConnection = (effect: Effect): NodeFailure =>
	networkFailure({ code: 'ECONNREFUSED' }, effect);

export type Answer = WireResponse | ((effect: Effect) => NodeFailure);

/** A service that gives one answer after the other, and tries of one item over one memory. */
export function service(...answers: Answer[]) {
	const context = {};
	let requests = 0;
	const transport: Transport = async (_request, effect) => {
		const answer = answers[requests];
		requests += 1;
		if (answer === undefined) throw new Error('One request too many');
		if (typeof answer === 'function') throw answer(effect);
		return await Promise.resolve(answer);
	};
	const logOf = (run: number | undefined): SendLog => logFor(context, { run, items: 2 });
	const attempt = (run = 0, item = 0, changed: Partial<Sending> = {}): Call =>
		createCalls({ transport, log: logOf(run), retryPauses: [], ...changed }, [
			{ item, timeoutSeconds: 60, work: {} },
		]);
	return { attempt, logOf, transport, requests: () => requests, context };
}

export async function failureFrom(work: Promise<unknown>): Promise<NodeFailure> {
	try {
		await work;
	} catch (error) {
		if (error instanceof NodeFailure) return error;
		throw error;
	}
	throw new Error('It did not fail');
}
