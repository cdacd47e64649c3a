/**
 * Replaces texts of a file, everywhere in it.
 * @param file its name, for the error
 * @throws where the file does not contain one of the texts
 */
export function edited(file: string, text: string, edits: Readonly<Record<string, string>>): string {
	let result = text;
	for (const [from, to] of Object.entries(edits)) {
		if (!result.includes(from)) throw new Error(`${file} does not contain ${from}`);
		result = result.replaceAll(from, to);
	}
	return result;
}
