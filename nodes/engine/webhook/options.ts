import { listOf } from './callback';
import type { ParameterContext } from './context';
import { smsboxIps } from './ipAllowlist';

/** The settings that every trigger has, as the receiver uses them. */
export interface ReceiverOptions {
	ignoreDuplicates: boolean;
	resumeWaiting: boolean;
	/** The addresses and ranges that may call; undefined where every address may. */
	allowedIps: readonly string[] | undefined;
}

const allowedBy: ReadonlyMap<unknown, (custom: unknown) => readonly string[]> = new Map([
	['smsbox', (): readonly string[] => smsboxIps],
	['custom', (custom: unknown): readonly string[] => listOf(custom)],
]);

/** Reads the `options` collection, of which n8n keeps only what the user has set. */
export function readOptions(context: ParameterContext): ReceiverOptions {
	const options = context.getNodeParameter('options', {});
	const set = new Map<string, unknown>(
		typeof options === 'object' && options !== null ? Object.entries(options) : [],
	);
	return {
		ignoreDuplicates: set.get('ignoreDuplicates') !== false,
		resumeWaiting: set.get('resumeWaiting') !== false,
		allowedIps: allowedBy.get(set.get('ipAllowlist'))?.(set.get('customIps')),
	};
}
