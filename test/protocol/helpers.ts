import { InvalidInput, Rejected, UnexpectedResponse } from '../../protocol/errors';
import type { Exchange, WireResponse, WireRequest } from '../../protocol/exchange';

/** An answer as the service gives it. */
export function reply(body: string | Uint8Array, status = 200, contentType = 'text/plain'): WireResponse {
	const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
	return { status, headers: { 'content-type': contentType }, bytes };
}

/** A form as PHP would read it, decoded by somebody else's code. */
export function formOf(request: WireRequest): Record<string, string> {
	return Object.fromEntries(new URLSearchParams(request.body ?? ''));
}

/** The exchange of a plan that has one. */
export function only<Result>({ exchanges }: { exchanges: Exchange<Result>[] }): Exchange<Result> {
	const [exchange, ...others] = exchanges;
	if (!exchange || others.length > 0) throw new Error(`${exchanges.length} exchanges`);
	return exchange;
}

/** What a function throws; the test fails if it throws nothing. */
function thrownBy(act: () => unknown): unknown {
	try {
		act();
	} catch (error) {
		return error;
	}
	throw new Error('Nothing was thrown');
}

/** What is wrong and how to put it right are sentences. */
const isSentence: unknown = expect.stringMatching(/^["“\p{Lu}].{5,}[.!}”]$/u);

export function invalidInput(act: () => unknown): InvalidInput {
	const error = thrownBy(act);
	if (!(error instanceof InvalidInput)) throw error;
	expect(error).toMatchObject({ name: 'InvalidInput', message: isSentence, remediation: isSentence });
	return error;
}

export function refusal(act: () => unknown): Rejected {
	const error = thrownBy(act);
	if (!(error instanceof Rejected)) throw error;
	expect(error).toMatchObject({ name: 'Rejected', message: isSentence, remediation: isSentence });
	return error;
}

export function unexpectedReply(act: () => unknown): UnexpectedResponse {
	const error = thrownBy(act);
	if (!(error instanceof UnexpectedResponse)) throw error;
	expect(error).toMatchObject({
		name: 'UnexpectedResponse',
		message: `Unexpected response (HTTP ${error.status})`,
	});
	return error;
}

/** The result, or undefined for one of the three errors of the protocol; any other error comes through. */
export function resultOrProtocolError<Result>(act: () => Result): Result | undefined {
	try {
		return act();
	} catch (error) {
		const own =
			error instanceof InvalidInput || error instanceof Rejected || error instanceof UnexpectedResponse;
		if (!own) throw error;
		return undefined;
	}
}
