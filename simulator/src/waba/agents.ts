import { Failure } from '../json/failures';

/** A business agent and one of its phone numbers, as the path of every request names them. */
export interface WabaAgent {
	readonly wabaId: string;
	readonly phoneId: string;
	/** In international format, without `+` (*assumed*, like all numbers of the interface). */
	readonly phoneNumber: string;
	readonly name: string;
}

export const SAMPLE_AGENTS: readonly WabaAgent[] = [
	{
		wabaId: '100100100100100',
		phoneId: '200200200200200',
		phoneNumber: '33600123400',
		name: 'MyCompany',
	},
];

/**
 * service.md#waba-requests. *Assumed*: that a phone ID which is unknown, or is another agent's, is refused
 * like an unknown agent.
 * @throws Failure 404, or 400 without a phone ID
 */
export function findAgent(agents: readonly WabaAgent[], wabaId: string, phoneId: string): WabaAgent {
	const own = agents.filter((agent) => agent.wabaId === wabaId);
	if (own.length === 0) throw new Failure(404, 'Invalid wabaId value (not found).', 'wabaId is unknown');
	if (phoneId === '') throw new Failure(400, 'Missing mandatory phone ID.', 'phoneID is missing');
	const found = own.find((agent) => agent.phoneId === phoneId);
	if (found === undefined) {
		throw new Failure(404, 'Invalid phoneID value (not found).', 'phoneID is unknown');
	}
	return found;
}
