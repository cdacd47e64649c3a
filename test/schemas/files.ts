/** Where n8n looks for the schema of an operation or a trigger. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { operationsOf, type DescribedOperation } from '../support/registry';
import { filesIn, read, root } from '../support/repository';
import { packageNodes } from '../support/smsbox';

export const nodesFolder = path.join(root, 'nodes');

export const howToMake = 'run "npm run update:schemas"';

/** What has a schema: an operation, or a trigger. */
export interface Described {
	/** `smsboxSms: message.send`, or the trigger's name. */
	title: string;
	/** The node's name. */
	node: string;
	version: number;
	/** Undefined for a trigger. */
	operation: DescribedOperation | undefined;
	/** Below `nodes/`, and below `dist/nodes/`: `SmsboxSms/__schema__/v1.0.0/message/send.json`. */
	file: string;
}

/** As n8n looks for it: version 1.1 has its schemas in `v1.1.0`. */
export const versionFolder = (version: number): string =>
	`v${[...String(version).split('.'), '0', '0'].slice(0, 3).join('.')}`;

/** Every operation and every trigger of the package. */
export const described: readonly Described[] = packageNodes.flatMap(({ className, node }) => {
	const { name, version } = node.description;
	return [version].flat().flatMap((each): Described[] => {
		const folder = `${className}/__schema__/${versionFolder(each)}`;
		const shared = { node: name, version: each };
		if (!node.execute) return [{ ...shared, title: name, operation: undefined, file: `${folder}.json` }];
		return operationsOf(node).map((operation) => {
			const { title, resource, operation: value } = operation;
			return { ...shared, title, operation, file: `${folder}/${resource}/${value}.json` };
		});
	});
});

/** The text of a schema's file. Throws where there is none, and says how to make it. */
export function readSchemaFile({ title, file }: Described): string {
	if (!existsSync(path.join(nodesFolder, file)))
		throw new Error(`${title} has no output schema (nodes/${file}): ${howToMake}`);
	return read(`nodes/${file}`);
}

/** The schema files that there are, below `nodes/`. */
export const schemaFilesThere = (): string[] =>
	filesIn('nodes')
		.filter((file) => file.includes('/__schema__/'))
		.map((file) => file.slice('nodes/'.length));
