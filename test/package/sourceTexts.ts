/** The texts in the nodes' own code, read off its syntax: what a document quotes must be among them. */
import ts from 'typescript';
import { filesIn, read } from '../support/repository';

/** What stands in a text for a part that differs each time. */
export const gap = '…';

/** Several gaps in a row read like one. */
const tidy = (text: string): string => text.replace(/…+/g, gap);

/** The texts that an expression can give: one, several of a condition, or none that the code itself says. */
function textsOf(expression: ts.Expression | undefined): string[] {
	if (expression === undefined) return [];
	if (ts.isStringLiteralLike(expression)) return [expression.text];
	if (ts.isTemplateExpression(expression)) {
		const spans = expression.templateSpans.map(({ literal }) => gap + literal.text);
		return [tidy(expression.head.text + spans.join(''))];
	}
	if (ts.isParenthesizedExpression(expression)) return textsOf(expression.expression);
	if (ts.isConditionalExpression(expression))
		return [...textsOf(expression.whenTrue), ...textsOf(expression.whenFalse)];
	if (ts.isBinaryExpression(expression)) return [...textsOf(expression.left), ...textsOf(expression.right)];
	return [];
}

/** Which of a call's arguments says what went wrong, by the name of what is called. */
const saying: Readonly<Record<string, number>> = {
	unknownFailure: 1,
	damaged: 1,
};

const nameOf = (expression: ts.Expression): string =>
	ts.isPropertyAccessExpression(expression)
		? expression.name.text
		: ts.isIdentifier(expression)
			? expression.text
			: '';

/** The `message` of an error; that of a hint in the editor stands beside when it is shown. */
function isMessage({ name, parent }: ts.PropertyAssignment): boolean {
	const beside = parent.properties.map((member) => member.name?.getText());
	return (
		name.getText() === 'message' && !beside.includes('displayCondition') && !beside.includes('whenToDisplay')
	);
}

function errorsAt(node: ts.Node): string[] {
	if (ts.isPropertyAssignment(node)) return isMessage(node) ? textsOf(node.initializer) : [];
	if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return [];
	const name = nameOf(node.expression);
	const args = [...(node.arguments ?? [])];
	const position = Object.hasOwn(saying, name) ? saying[name] : undefined;
	return position === undefined ? [] : textsOf(args[position]);
}

/** All that a tree of syntax gives. */
function collect(node: ts.Node, at: (node: ts.Node) => readonly string[]): string[] {
	const inside: string[] = [];
	ts.forEachChild(node, (child) => {
		inside.push(...collect(child, at));
	});
	return [...at(node), ...inside];
}

const parse = (file: string): ts.SourceFile =>
	ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);

const trees = ['protocol', 'nodes', 'credentials']
	.flatMap(filesIn)
	.filter((file) => file.endsWith('.ts'))
	.map(parse);

const textAt = (node: ts.Node): string[] =>
	ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? textsOf(node) : [];

/** Every text in a file, parts that differ as {@link gap}. */
export const stringsIn = (file: string): string[] => collect(parse(file), textAt);

/** Every text that stands in the code, parts that differ as {@link gap}. */
export const allTexts: ReadonlySet<string> = new Set(trees.flatMap((tree) => collect(tree, textAt)));

/** The texts that the code says of what went wrong. Invalid input is left out: it can't be made without saying how to fix it. */
export const errorTexts: readonly string[] = [...new Set(trees.flatMap((tree) => collect(tree, errorsAt)))];

const invalidAt = (node: ts.Node): string[] =>
	ts.isNewExpression(node) && nameOf(node.expression) === 'InvalidInput' ? textsOf(node.arguments?.[1]) : [];

/** The texts that the code says of invalid input. */
export const invalidTexts: readonly string[] = [
	...new Set(trees.flatMap((tree) => collect(tree, invalidAt))),
];
