import { parse } from 'yaml';

/** What stands in a YAML file, every scalar as its text: `true`, `20.20` and `2024-01-01` stay as they are written. */
export function readYaml(source: string): unknown {
	const read: unknown = parse(source, { schema: 'failsafe' });
	return read;
}
