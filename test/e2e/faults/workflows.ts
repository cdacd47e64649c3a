import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { JsonObject } from '../../../playground/src/support/json';
import { repositoryRoot } from '../../../playground/src/support/folders';
import { chainOf, readWorkflow, type WorkflowFile } from '../../../playground/src/n8n/workflows';
import { done, trigger } from '../support/workflow';

/** The history trigger polls: it has no URL. */
const hasUrl = (node: JsonObject): boolean =>
	/^n8n-nodes-smsbox\..*(?<!History)Trigger$/.test(String(node['type']));

/**
 * An example for users as n8n imports it: with an id of its own, and with one for the URL of each trigger.
 * @param parameters what a user changes, by the node's name
 */
export function exampleWorkflow(name: string, parameters: Record<string, JsonObject> = {}): WorkflowFile {
	const file = readWorkflow(join(repositoryRoot, 'examples', `${name}.json`));
	const nodes = file.nodes.map((node) => {
		const edited = parameters[String(node['name'])];
		return {
			...node,
			...(hasUrl(node) ? { webhookId: randomUUID() } : {}),
			...(edited === undefined ? {} : { parameters: edited }),
		};
	});
	return { ...file, id: randomUUID().slice(0, 8), nodes };
}

/**
 * One of the package's triggers, with a node behind it that does nothing.
 * @param usesCredential whether it is given the credential
 */
export const triggerWorkflow = (
	type: string,
	parameters: JsonObject = {},
	usesCredential = false,
): WorkflowFile =>
	chainOf(type, [
		{
			...trigger(type, { options: {}, ...parameters }),
			...(usesCredential && { credentials: { smsboxApi: {} } }),
		},
		done,
	]);
