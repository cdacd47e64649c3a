import type { Registry } from './operation';

/** "Send OTP" within a line: small letters, except in abbreviations. */
const inLine = (name: string): string => name.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

/**
 * The line under a node's name on the canvas, as an expression for n8n's editor: what the node does, in the words of its
 * menus, and the choice that tells two such nodes apart.
 *
 * @param detail the name of a parameter whose value is added where an operation has it, unless it is an expression
 */
export function subtitleOf({ resources }: Registry, detail?: string): string {
	const lines = resources.flatMap((resource) =>
		resource.operations.map((operation) => [
			`${resource.value}.${operation.value}`,
			`${inLine(operation.name)}: ${inLine(resource.name)}`,
		]),
	);
	const line = `(${JSON.stringify(Object.fromEntries(lines))})[$parameter["resource"] + "." + $parameter["operation"]]`;
	if (detail === undefined) return `={{ ${line} }}`;
	// As it is written: to evaluate an expression fails before the first run, and with it the whole line.
	const value = `String($rawParameter["${detail}"] || "=")`;
	// A value such as toSubAccount, in words.
	const words = `${value}.replace(/(?=[A-Z])/g, " ").toLowerCase()`;
	return `={{ ${line} + (${value}.startsWith("=") ? "" : ", " + ${words}) }}`;
}
