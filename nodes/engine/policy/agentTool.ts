import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** What tells a tool. n8n 1 does not say who calls. */
export type ToolContext = Pick<IExecuteFunctions, 'getNode'> &
	Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;

/**
 * Whether n8n runs the node as a tool of an AI agent. Newer agents have the engine run it like any other node, so that only
 * its type tells; older ones, agents inside of agents and n8n's MCP server call it themselves.
 */
export const isTool = (context: ToolContext): boolean =>
	context.getNode().type.endsWith('Tool') || isCalledDirectly(context);

/** Whether n8n runs the node as the step that reviews a tool before an agent may use it. */
export const isReview = (context: ToolContext): boolean => context.getNode().type.endsWith('HitlTool');

/** Whether an agent calls the node itself, past the engine: then every try is a run of its own. */
export const isCalledDirectly = (context: ToolContext): boolean => context.isToolExecution?.() === true;

/** n8n numbers the calls of a model; what was asked for is the same without the number. */
export function askedOf(input: INodeExecutionData | undefined): IDataObject | undefined {
	if (input === undefined) return undefined;
	const { toolCallId, ...toolInput } = input.json;
	return toolCallId === undefined ? input.json : toolInput;
}

/** What an expression that no model can influence may read. `$(…)` takes a node's name. */
const authorsRoots = new Set(['$', '$vars', '$execution', '$workflow', '$now', '$env']);
const literals = new Set(['true', 'false', 'null', 'undefined']);

/** How to fix a value that a model can influence. */
export const authorsValue =
	"Use a fixed value, or a node before the agent by name: $('Customer').first().json.phone. Also allowed: $vars, $execution, $workflow, $now, $env.";

/** Tokens of the expressions that are allowed: texts, numbers, names and operators. No comments, templates, regexes or escapes. */
const token =
	/\s+|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\d[\d.]*|[A-Za-z_$][\w$]*|=>|\.\.\.|\?\.|[.,:?!()[\]+\-*%<>=&|{}]/y;

/** Whether code reads only what the workflow's author has put there: every name in it is a property, allowed, or its own. */
function isAuthorsCode(code: string): boolean {
	const tokens: string[] = [];
	token.lastIndex = 0;
	while (token.lastIndex < code.length) {
		const [tokenText] = token.exec(code) ?? [];
		if (tokenText === undefined) return false;
		if (tokenText.trim() !== '') tokens.push(tokenText);
	}
	const parameters = [...code.matchAll(/\(([\w\s,]*)\)\s*=>|(\w+)\s*=>/g)].flatMap(
		([, several = '', single = '']) => `${several},${single}`.split(',').map((name) => name.trim()),
	);
	return tokens.every((tokenText, index) => {
		if (!/^[A-Za-z_$]/.test(tokenText)) return true;
		const [previous, next, name] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]];
		if (previous === '.' || previous === '?.' || literals.has(tokenText) || parameters.includes(tokenText))
			return true;
		if (tokenText === '$') return next === '(' && /^['"]/.test(name ?? '') && tokens[index + 3] === ')';
		return authorsRoots.has(tokenText);
	});
}

/**
 * Whether no model has a say in a stored parameter of a tool: a fixed value, or an expression of {@link authorsRoots}. n8n puts
 * all that a model says into the item, so `$json`, `$input` or `$tool` are the model's, as `$fromAI()` is.
 */
export function isAuthorsOwn(storedValue: unknown): boolean {
	if (typeof storedValue === 'object' && storedValue !== null)
		return Object.values(storedValue).every(isAuthorsOwn);
	if (typeof storedValue !== 'string' || !storedValue.startsWith('=')) return true;
	const segments = storedValue.slice(1).split(/(\{\{|\}\})/);
	// Text, `{{`, code, `}}`, text …: braces within a text would leave it without its end.
	return segments.every((segment, index) => {
		if (index % 4 === 1) return segment === '{{';
		if (index % 4 === 3) return segment === '}}';
		return index % 4 === 0 || (isAuthorsCode(segment) && index < segments.length - 1);
	});
}
