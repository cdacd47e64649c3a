import { decodeText } from '../text';

export interface RawParameter {
	name: string;
	/** The value, unescaped but not decoded: its character set may stand in another parameter. */
	bytes: Uint8Array;
}

/** Names with their values as text; a repeated name has all of its values, in order. */
export type RawParameters = Record<string, string | string[]>;

const percent = 0x25;
const plus = 0x2b;
const space = 0x20;

function hexDigit(byte: number | undefined): number | undefined {
	const digit = byte === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(byte), 16);
	return Number.isNaN(digit) ? undefined : digit;
}

function unescapedByte(bytes: Uint8Array, index: number): number | undefined {
	const high = hexDigit(bytes[index + 1]);
	const low = hexDigit(bytes[index + 2]);
	return high === undefined || low === undefined ? undefined : high * 16 + low;
}

/**
 * `+` is a space; an escape that is broken stays as it is. Bytes that should have been escaped arrive from Node as
 * characters up to U+00FF; what is beyond cannot come from the wire and is taken as UTF-8.
 */
function percentDecode(text: string): Uint8Array {
	const source = /[^\0-\xff]/.test(text) ? Buffer.from(text, 'utf8') : Buffer.from(text, 'latin1');
	const bytes = new Uint8Array(source.length);
	let length = 0;
	for (let index = 0; index < source.length; index++) {
		const byte = source[index] ?? 0;
		const unescaped = byte === percent ? unescapedByte(source, index) : undefined;
		if (unescaped !== undefined) index += 2;
		bytes[length++] = unescaped ?? (byte === plus ? space : byte);
	}
	return bytes.subarray(0, length);
}

/**
 * The parameters of a query as they came over the wire, in their order, repeated names included. Never throws.
 *
 * @param rawQuery what stands behind the `?` (a leading `?` does no harm)
 */
export function parseRawQuery(rawQuery: string): RawParameter[] {
	const pieces = rawQuery.replace(/^\?/, '').split('&');
	return pieces.flatMap((piece) => {
		if (piece === '') return [];
		const equals = piece.indexOf('=');
		const [name, value] = equals === -1 ? [piece, ''] : [piece.slice(0, equals), piece.slice(equals + 1)];
		return { name: decodeText(percentDecode(name)), bytes: percentDecode(value) };
	});
}

/** The parameter that holds what somebody wrote. */
const writtenText = 'message';

const isPrintableAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte >= 0x20 && byte < 0x7f);

/**
 * The declared character set is the one of the text: numbers and references stand beside it in ASCII, which UTF-16 would
 * read as other characters (*assumed*).
 */
function decoded({ name, bytes }: RawParameter, charset?: string): string {
	return decodeText(bytes, name !== writtenText && isPrintableAscii(bytes) ? undefined : charset);
}

/** A value as text, if there is one; in the character set that the callback declares, if it does. */
export function textOf(parameter: RawParameter | undefined, charset?: string): string | undefined {
	return parameter && decoded(parameter, charset);
}

/**
 * Parameters as an object. Built from entries, so that a parameter named `__proto__` is one like any other.
 *
 * @param charset the character set that the callback declares, if it does
 */
export function toObject(parameters: readonly RawParameter[], charset?: string): RawParameters {
	const values = new Map<string, string | string[]>();
	for (const parameter of parameters) {
		const { name } = parameter;
		const value = decoded(parameter, charset);
		const present = values.get(name);
		if (present === undefined) values.set(name, value);
		else if (Array.isArray(present)) present.push(value);
		else values.set(name, [present, value]);
	}
	return Object.fromEntries(values);
}

/** The declared parameters by name, and all others. Of a repeated name the first is the service's own. */
export function separate<Name extends string>(
	parameters: readonly RawParameter[],
	declared: readonly Name[],
): { declaredParameters: ReadonlyMap<Name, RawParameter>; undeclared: RawParameter[] } {
	const declaredParameters = new Map<Name, RawParameter>();
	const undeclared: RawParameter[] = [];
	for (const parameter of parameters) {
		const name = declared.find((candidate) => candidate === parameter.name);
		if (name === undefined || declaredParameters.has(name)) undeclared.push(parameter);
		else declaredParameters.set(name, parameter);
	}
	return { declaredParameters, undeclared };
}

/**
 * Returns the query of an incoming SMS as an object, for the output Raw. Values are decoded in the character
 * set that the query declares (`charset`), else as UTF-8 or ISO-8859-1. In a report, `charset` is callback data.
 */
export function readRawParameters(rawQuery: string): RawParameters {
	const parameters = parseRawQuery(rawQuery);
	return toObject(parameters, textOf(parameters.find(({ name }) => name === 'charset')));
}
