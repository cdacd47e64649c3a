const quote = 0x22;
const backslash = 0x5c;

/** What stands between the quotes of a string of JSON, as indices into the bytes. */
export interface StringSpan {
	start: number;
	end: number;
}

function isEscaped(bytes: Uint8Array, index: number): boolean {
	let first = index;
	while (bytes[first - 1] === backslash) first--;
	return (index - first) % 2 === 1;
}

function closingQuote(bytes: Uint8Array, start: number): number {
	let end = bytes.indexOf(quote, start);
	while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1);
	return end;
}

/**
 * Finds the longest string in JSON without parsing it, so that a file of 100 MB within it need not be copied twice.
 * Bytes that are no JSON give some span or none; whoever uses it checks the rest.
 */
export function longestString(bytes: Uint8Array): StringSpan | undefined {
	let longest: StringSpan | undefined;
	let open = bytes.indexOf(quote);
	while (open !== -1) {
		const end = closingQuote(bytes, open + 1);
		if (end === -1) return longest;
		if (!longest || end - open - 1 > longest.end - longest.start) longest = { start: open + 1, end };
		open = bytes.indexOf(quote, end + 1);
	}
	return longest;
}
