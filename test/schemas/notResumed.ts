/** Events that answer a question which is not open any more: for the field that tells of it. */
import type { CallbackCase, FixtureCallback } from '../support/contractFixtures';
import type { Outputs } from './options';
import { runCallbacks } from './runs';

/** As a button carries it, of an execution that n8n does not have. */
const token = `/webhook-waiting/17/5f2ab1e0?nonce=abcdefghijklmnopx4Yj&button=1&signature=${'a'.repeat(64)}`;

/** The callback with a token that nobody declared: it counts wherever it stands. */
function tapped({ query, json, ...rest }: FixtureCallback): FixtureCallback {
	if (query !== undefined) return { ...rest, query: `${query}&token=${encodeURIComponent(token)}` };
	return { ...rest, json: { ...Object(json), token } };
}

/** The callbacks as taps; what can't be one starts the workflow as without it, and is left out. */
export async function notResumed(cases: readonly CallbackCase[]): Promise<Outputs> {
	const outputs: Outputs = [];
	for (const fixture of cases) {
		const items = await runCallbacks({ ...fixture, callbacks: fixture.callbacks.map(tapped) });
		const told = items.filter(({ waiting }) => waiting !== undefined);
		outputs.push({ from: `${fixture.file}, for a question that is not open`, items: told });
	}
	return outputs;
}
