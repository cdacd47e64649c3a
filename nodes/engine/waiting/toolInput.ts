import { isRecord } from '../operations/reader';

interface ToolContext {
	getWorkflowDataProxy: (itemIndex: number) => Readonly<Record<string, unknown>>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Returns what a model wants to call the reviewed tool with, a line for each value. n8n's default message references it as an
 * object, of which a text shows nothing.
 */
export function toolInputOf(context: ToolContext): string {
	const tool = context.getWorkflowDataProxy(0)['$tool'];
	const input: unknown = isRecord(tool) ? tool['parameters'] : undefined;
	if (input === undefined || input === null) return '';
	if (!isRecord(input)) return textOf(input);
	return Object.entries(input)
		.map(([name, value]) => `${name}: ${textOf(value)}`)
		.join('\n');
}
