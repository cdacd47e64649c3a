import { pathSegment } from '../http/jsonRequest';

/** The last segment of the path says what is asked for. */
export type RcsTarget = 'message' | 'revoke' | 'add-testers' | 'capabilities' | 'event';

/**
 * The path of an operation of an agent: `/rcs/1.0/json/{agentId}/…` (service.md#rcs-requests).
 *
 * @throws InvalidInput (`agentId`)
 */
export function rcsPath(agentId: string, target: RcsTarget): string {
	return `/rcs/1.0/json/${pathSegment(agentId, 'agentId')}/${target}`;
}
