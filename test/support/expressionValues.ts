/** What n8n itself gives for expressions on an item. */
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from './engine';
import { text, tiny } from './tinyNodes';

const most = 10;
const names = Array.from({ length: most }, (_, index) => `p${index}`);

/** One value an expression; what n8n refuses to evaluate is an Error. At most ten at a time. */
export async function expressionValues(
	expressions: readonly string[],
	json: IDataObject,
): Promise<unknown[]> {
	if (expressions.length > most) throw new Error(`At most ${most} expressions at a time`);
	let values: unknown[] = [];
	const reader = tiny(
		async function () {
			values = expressions.map((_, index): unknown => {
				try {
					return this.getNodeParameter(`p${index}`, 0, undefined);
				} catch (error) {
					return error;
				}
			});
			return await Promise.resolve([[]]);
		},
		{ properties: names.map((name) => text(name)) },
	);
	const parameters = Object.fromEntries(expressions.map((expression, index) => [`p${index}`, expression]));
	await runWorkflow(
		{ nodes: [{ name: 'Reader', type: 'test.reader', parameters }], connections: {} },
		{ nodeTypes: { 'test.reader': reader }, input: [{ json }] },
	);
	return values;
}
