import { createCalls } from '../sending/calls';
import type { Ready } from './readItems';
import type { Run } from './run';

/** Asks the service what items need to know beforehand. Returns those that can go on. */
export const lookUpItems = async (
	ready: readonly Ready[],
	{ outcomes, reads: transport, log }: Run,
): Promise<Ready[]> =>
	await outcomes.passing(
		ready,
		async (one) => await one.work.resolve(createCalls({ transport, log, retryPauses: [] }, [one])),
	);
