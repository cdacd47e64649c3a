import { isJsonObject } from '../core/json';
import type { JsonObject } from '../core/json';

/** What was found wrong with a JSON value, and what nobody declares in it; each by its path. */
export interface Findings {
	readonly faults: string[];
	readonly undeclared: string[];
}

/** Checks a value strictly: types, lengths, required members. Members that are not declared are noted, not faults. */
export type Shape = (value: unknown, path: string, findings: Findings) => void;

/** A body could repeat one mistake millions of times. */
const MOST_FINDINGS = 50;

const note = (list: string[], entry: string): void => {
	if (list.length < MOST_FINDINGS) list.push(entry);
};

const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

export function check(shape: Shape, value: unknown): Findings {
	const findings: Findings = { faults: [], undeclared: [] };
	shape(value, '', findings);
	return findings;
}

/** @param isRight what the value must be; `rule` says it in words */
export const fits =
	(isRight: (value: unknown) => boolean, rule: string): Shape =>
	(value, path, { faults }) => {
		if (!isRight(value)) note(faults, `${path} ${rule}`);
	};

/** Characters are counted as Unicode code points (*assumed*). */
const lengthOf = (text: string): number => [...text].length;

/** A text that is not empty, of at most so many characters. */
export const text = (most = Infinity): Shape =>
	fits(
		(value) => typeof value === 'string' && value !== '' && lengthOf(value) <= most,
		most === Infinity ? 'must be a non-empty string' : `must be a string of 1 to ${most} characters`,
	);

/** A text that may be empty. */
export const anyText: Shape = fits((value) => typeof value === 'string', 'must be a string');

export const flag: Shape = fits((value) => typeof value === 'boolean', 'must be true or false');

export const number = (min: number, max: number): Shape =>
	fits(
		(value) => typeof value === 'number' && value >= min && value <= max,
		`must be a number from ${min} to ${max}`,
	);

export const oneOf = (...choices: readonly unknown[]): Shape =>
	fits((value) => choices.includes(value), `must be ${choices.join(' or ')}`);

/** Stricter than `URL`, which forgives blanks, line breaks and missing slashes. */
const WEB_ADDRESS = /^https?:\/\/[^\s/]\S*$/i;

/** An http or https address (*assumed* for `link`: the service fetches it). */
export const webAddress: Shape = fits(
	(value) => typeof value === 'string' && WEB_ADDRESS.test(value) && URL.canParse(value),
	'must be an http or https URL',
);

export const list =
	(item: Shape, min: number, max = Infinity): Shape =>
	(value, path, findings) => {
		if (!Array.isArray(value) || value.length < min || value.length > max) {
			const count = max === Infinity ? `at least ${min}` : `${min} to ${max}`;
			note(findings.faults, `${path} must be a list of ${count}`);
			return;
		}
		value.forEach((entry, index) => item(entry, inside(path, String(index)), findings));
	};

type Shapes = Readonly<Record<string, Shape>>;

/** Every member that has a shape, as far as it is there. @returns the names of those that have none */
function checkMembers(
	value: JsonObject,
	path: string,
	findings: Findings,
	{ required, optional }: { required: Shapes; optional: Shapes },
): readonly string[] {
	for (const [name, shape] of Object.entries(required)) {
		if (value[name] === undefined) note(findings.faults, `${inside(path, name)} is missing`);
		else shape(value[name], inside(path, name), findings);
	}
	for (const [name, shape] of Object.entries(optional)) {
		if (value[name] !== undefined) shape(value[name], inside(path, name), findings);
	}
	return Object.keys(value).filter(
		(name) => !Object.hasOwn(required, name) && !Object.hasOwn(optional, name),
	);
}

function asObject(value: unknown, path: string, { faults }: Findings): JsonObject | undefined {
	if (isJsonObject(value)) return value;
	note(faults, `${path === '' ? 'the body' : path} must be an object`);
	return undefined;
}

/** @param tolerated members that samples have and no description: neither undeclared nor looked at */
export const object =
	(required: Shapes, optional: Shapes = {}, tolerated: readonly string[] = []): Shape =>
	(value, path, findings) => {
		const given = asObject(value, path, findings);
		if (given === undefined) return;
		for (const name of checkMembers(given, path, findings, { required, optional })) {
			if (!tolerated.includes(name)) note(findings.undeclared, inside(path, name));
		}
	};

/** An object of a format that may gain members: those that are not known are nobody's fault, and not noted. */
export const openObject =
	(required: Shapes, optional: Shapes = {}): Shape =>
	(value, path, findings) => {
		const given = asObject(value, path, findings);
		if (given !== undefined) checkMembers(given, path, findings, { required, optional });
	};

/** Whether a value has exactly one of several members. */
export const hasOneOf =
	(...names: readonly string[]) =>
	(value: unknown): boolean =>
		isJsonObject(value) && names.filter((name) => value[name] !== undefined).length === 1;

/**
 * The same where the format may gain another choice: instead of one, something that is not known passes as well.
 * @param beside members that are no choice
 */
export const hasOneOfOrNew =
	(names: readonly string[], beside: readonly string[]) =>
	(value: unknown): boolean => {
		if (!isJsonObject(value)) return false;
		const others = Object.keys(value).filter((name) => !beside.includes(name));
		const known = others.filter((name) => names.includes(name));
		return known.length === 1 || (known.length === 0 && others.length > 0);
	};

/** A list whose entries have shapes of their own, by their place. */
export const tuple =
	(...items: readonly Shape[]): Shape =>
	(value, path, findings) => {
		if (!Array.isArray(value) || value.length !== items.length) {
			note(findings.faults, `${path} must be a list of ${items.length}`);
			return;
		}
		items.forEach((item, index) => item(value[index], inside(path, String(index)), findings));
	};

/** An object whose shape depends on the text in one of its members. */
export const by =
	(member: string, shapes: Shapes): Shape =>
	(value, path, findings) => {
		if (!isJsonObject(value)) {
			note(findings.faults, `${path} must be an object`);
			return;
		}
		const name = value[member];
		const shape = typeof name === 'string' && Object.hasOwn(shapes, name) ? shapes[name] : undefined;
		if (shape === undefined) {
			note(findings.faults, `${inside(path, member)} must be one of ${Object.keys(shapes).join(', ')}`);
		} else {
			shape(value, path, findings);
		}
	};

/** One more rule for a whole, looked at when its shape is right. */
export const also =
	(shape: Shape, isRight: (value: unknown) => boolean, rule: string): Shape =>
	(value, path, findings) => {
		const before = findings.faults.length;
		shape(value, path, findings);
		if (findings.faults.length === before && !isRight(value)) note(findings.faults, `${path} ${rule}`);
	};
