/** Where n8n looks for the schema of an operation or a trigger. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operationsOf, type DescribedOperation } from '../support/registry';
import { nodeClasses, smsboxNode } from '../support/smsbox';

export const nodesFolder = path.resolve(__dirname, '../../nodes');

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

function describedIn(className: string): Described[] {
	const node = smsboxNode(`${className.charAt(0).toLowerCase()}${className.slice(1)}`);
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
}

/** Every operation and every trigger of the package. */
export const described: readonly Described[] = Object.keys(nodeClasses).flatMap(describedIn);

/** The text of a schema's file. Throws where there is none, and says how to make it. */
export function readSchemaFile({ title, file }: Described): string {
	const whole = path.join(nodesFolder, file);
	if (!existsSync(whole)) throw new Error(`${title} has no output schema (nodes/${file}): ${howToMake}`);
	return readFileSync(whole, 'utf8');
}

/** The schema files that there are, below `nodes/`. */
export function schemaFilesThere(): string[] {
	return readdirSync(nodesFolder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(nodesFolder, path.join(entry.parentPath, entry.name)))
		.map((file) => file.split(path.sep).join('/'))
		.filter((file) => file.includes('/__schema__/'));
}
