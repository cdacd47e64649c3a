import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type FieldReference, fieldReferences, fieldState, pathText } from './fieldReferences';

export interface FieldCheck {
	/** Returns the error about a stored text that references a field that the item doesn't have. */
	missingField: (storedValue: unknown, item: number) => { message: string; remediation: string } | undefined;
	/** Notes a part of a text that was there, but empty. */
	noteEmpty: (partName: string) => void;
	/** Names of the referenced fields that were there, but empty, in any item so far. */
	emptyFields: () => string[];
}

const ownInput = '$json';

function missingFieldError({ root, node, path }: FieldReference): { message: string; remediation: string } {
	const source = node === undefined ? 'The item' : `The item from “${node}”`;
	const expression = path.length === 1 && /^\w+$/.test(path[0] ?? '') ? `${root}.${path[0]}` : '…';
	return {
		message: `${source} has no field “${pathText(path)}”.`,
		remediation: `Correct the expression, or add a default: {{ ${expression} ?? "" }}.`,
	};
}

/** Checks the fields that texts reference, for all items of a run. */
export function createFieldCheck(
	context: IExecuteFunctions,
	input: readonly INodeExecutionData[],
): FieldCheck {
	const referencesIn = new Map<string, FieldReference[]>();
	const empty = new Set<string>();

	/** Undefined where n8n can't tell, which is for n8n to report. */
	const valueOf = (root: string, item: number): unknown => {
		if (root === ownInput && item in input) return input[item]?.json;
		try {
			const value: unknown = context.evaluateExpression(`{{ ${root} }}`, item);
			return value;
		} catch {
			return undefined;
		}
	};
	return {
		missingField(storedValue, item) {
			if (typeof storedValue !== 'string') return undefined;
			const references = referencesIn.get(storedValue) ?? fieldReferences(storedValue);
			referencesIn.set(storedValue, references);
			for (const reference of references) {
				const value = valueOf(reference.root, item);
				if (typeof value !== 'object' || value === null) continue;
				const state = fieldState(value, reference.path);
				if (state === 'missing') return missingFieldError(reference);
				if (state === 'empty') empty.add(pathText(reference.path));
			}
			return undefined;
		},
		noteEmpty: (partName) => void empty.add(partName),
		emptyFields: () => [...empty],
	};
}
