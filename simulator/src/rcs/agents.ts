import { Failure } from '../json/failures';

/** An RCS agent, as the path of every request names it (service.md#rcs-requests). */
export interface RcsAgent {
	readonly agentId: string;
	/** What phones show; `agentName` of webhooks. */
	readonly name: string;
}

export const SAMPLE_RCS_AGENTS: readonly RcsAgent[] = [{ agentId: 'smsbox-demo-agent', name: 'MyCompany' }];

/** @throws Failure 404 */
export function findAgent(agents: readonly RcsAgent[], agentId: string): RcsAgent {
	const found = agents.find((agent) => agent.agentId === agentId);
	if (found === undefined) {
		throw new Failure(404, 'Invalid RCSagentId value (not found).', 'agentId is unknown');
	}
	return found;
}
