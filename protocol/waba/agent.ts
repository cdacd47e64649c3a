import { pathSegment } from '../http/jsonRequest';

/** A business agent and the phone number that it speaks with (service.md#waba-requests). */
export interface WabaAgent {
	wabaId: string;
	phoneId: string;
}

/** The last but one segment of the path says what is asked for. */
export type WabaTarget = 'message' | 'event' | 'file' | 'template';

/**
 * The path of an operation: `/waba/1.1/json/{wabaId}/…/{phoneId}` (service.md#waba-requests).
 *
 * @throws InvalidInput (`wabaId`, `phoneId`)
 */
export function wabaPath({ wabaId, phoneId }: WabaAgent, target: WabaTarget): string {
	return `/waba/1.1/json/${pathSegment(wabaId, 'wabaId')}/${target}/${pathSegment(phoneId, 'phoneId')}`;
}
