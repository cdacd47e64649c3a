/** Decodes a part of an address. Text that is not a valid escape stays as it is. */
export function unescaped(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
