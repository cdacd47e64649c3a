/**
 * The codes of a refused send (service.md#sms-responses). `other` is a bare `ERROR`.
 * Operations that send nothing know one refusal only, `ERREUR`, whatever the code.
 */
export type RefusalCode = 'parameters' | 'credentials' | 'balance' | 'number' | 'internal' | 'other';

const SEND_BODIES: Readonly<Record<RefusalCode, string>> = {
	parameters: 'ERROR 01',
	credentials: 'ERROR 02',
	balance: 'ERROR 03',
	number: 'ERROR 04',
	internal: 'ERROR 05',
	other: 'ERROR',
};

/** Which words an operation refuses with: a send's codes, or the one word of all others. */
export type RefusalStyle = 'send' | 'plain';

export const refusalBody = (style: RefusalStyle, code: RefusalCode): string =>
	style === 'send' ? SEND_BODIES[code] : 'ERREUR';

/** Thrown by an operation that refuses. The reason is for the simulator's log; the service gives none. */
export class Refusal extends Error {
	override readonly name = 'Refusal';

	constructor(
		readonly code: RefusalCode,
		readonly reason: string,
	) {
		super(reason);
	}
}
