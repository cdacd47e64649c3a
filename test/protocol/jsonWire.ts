import type { WireResponse, WireRequest } from '../../protocol/exchange';
import { reply } from './helpers';

export { only } from './helpers';

export const numbers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => String(33600000000 + index));

export const times = <Entry>(count: number, make: (index: number) => Entry): Entry[] =>
	Array.from({ length: count }, (_, index) => make(index));

/** A body as JSON would be read by somebody else's code. */
export function bodyOf({ body = '' }: WireRequest): unknown {
	return JSON.parse(body);
}

export const json = (body: unknown, status = 200): WireResponse =>
	reply(JSON.stringify(body), status, 'application/json');

/** What the service answers to a request that it took, as documented. */
export const queued = {
	response: { response_code: '202', response_desc: 'Request successfully queued.' },
	details: 'Request accepted for processing.',
	reference: '123456789012',
	recipients: [
		{ submitted: '+33600123401', rewrited: '33600123401', state: 'ACCEPTED', reason_code: 'PROCESSING' },
	],
};

/** What {@link queued} says, as a node puts it out. */
export const queuedResult = {
	reference: '123456789012',
	recipients: [
		{
			submitted: '+33600123401',
			number: '+33600123401',
			state: 'ACCEPTED',
			reasonCode: 'PROCESSING',
			accepted: true,
		},
	],
};

export const failed = (code: string, desc: string, error: string) => ({
	response: { response_code: code, response_desc: desc },
	error,
});
