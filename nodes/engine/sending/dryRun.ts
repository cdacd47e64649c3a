import type { INodeProperties } from 'n8n-workflow';
import type { Reader } from '../operations/reader';

export const dryRunName = 'dryRun';

/** The option of every operation that sends. Who adds it means it: so it is on. */
export const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: dryRunName,
	type: 'boolean',
	default: true,
	description:
		'Whether to check everything but send nothing. The output shows what would be sent: requests, recipients, segments, schedule.',
};

/** Reads {@link dryRunOption}. */
export const readDryRun = (options: Reader): boolean => options.flag(dryRunName);
