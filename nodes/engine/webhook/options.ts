import { listOf } from './callback';
import type { ParameterContext } from './context';
import { serviceAddresses } from './sourceAddresses';

/** The settings that every trigger has, as the receiver uses them. */
export interface ReceiverOptions {
	ignoreRepeated: boolean;
	/** The addresses and ranges that may call; undefined where every address may. */
	allowedAddresses: readonly string[] | undefined;
}

const allowedBy: ReadonlyMap<unknown, (own: unknown) => readonly string[]> = new Map([
	['service', (): readonly string[] => serviceAddresses],
	['own', (own: unknown): readonly string[] => listOf(own)],
]);

/** Reads the `options` collection, of which n8n keeps only what the user has set. */
export function readOptions(context: ParameterContext): ReceiverOptions {
	const options = context.getNodeParameter('options', {});
	const set = new Map<string, unknown>(
		typeof options === 'object' && options !== null ? Object.entries(options) : [],
	);
	return {
		ignoreRepeated: set.get('ignoreRepeated') !== false,
		allowedAddresses: allowedBy.get(set.get('sourceAddresses'))?.(set.get('ownAddresses')),
	};
}
