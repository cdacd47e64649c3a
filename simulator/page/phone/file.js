/** A file of one's own that a phone sends. */

/** The control API takes five megabytes, and base64 makes three bytes into four. */
const MOST_BYTES = 3_500_000;

const BASE64 = 'base64,';

function readBase64(file) {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.addEventListener('load', () => {
			const text = String(reader.result);
			resolve(text.slice(text.indexOf(BASE64) + BASE64.length));
		});
		reader.addEventListener('error', () => reject(new Error("Can't read the file.")));
		reader.readAsDataURL(file);
	});
}

async function readFile(file) {
	if (file.size > MOST_BYTES) throw new Error('Files can have up to 3.5 MB.');
	const mimeType = file.type === '' ? 'application/octet-stream' : file.type;
	return { name: file.name, mimeType, base64: file.size === 0 ? '' : await readBase64(file) };
}

/**
 * @param {{ button: Element, input: Element, onFile: (file: { name: string, mimeType: string, base64: string }) =>
 * void, onError: (why: string) => void }} given `input` is hidden, and only opened by the button
 */
export function setUpFile({ button, input, onFile, onError }) {
	button.addEventListener('click', () => input.click());
	input.addEventListener('change', () => {
		const [file] = input.files;
		input.value = '';
		if (file === undefined) return;
		readFile(file).then(onFile, ({ message }) => onError(message));
	});
}
