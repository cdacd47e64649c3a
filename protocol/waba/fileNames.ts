/** The formats that the WABA API takes, and a few that phones send. */
const extensions: ReadonlyMap<string, string> = new Map([
	['application/msword', 'doc'],
	['application/pdf', 'pdf'],
	['application/vnd.ms-excel', 'xls'],
	['application/vnd.ms-powerpoint', 'ppt'],
	['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
	['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
	['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
	['application/zip', 'zip'],
	['audio/aac', 'aac'],
	['audio/amr', 'amr'],
	['audio/mp4', 'm4a'],
	['audio/mpeg', 'mp3'],
	['audio/ogg', 'ogg'],
	['image/gif', 'gif'],
	['image/jpeg', 'jpg'],
	['image/png', 'png'],
	['image/webp', 'webp'],
	['text/csv', 'csv'],
	['text/plain', 'txt'],
	['video/3gpp', '3gp'],
	['video/mp4', 'mp4'],
]);

const maxName = 100;

/** A name for a file without one: its ID with the extension of its type, `bin` if unknown. It can stand in any file system. */
function suggestedFileName(fileId: string, mimeType: string): string {
	const [type = ''] = mimeType.split(';');
	const name = fileId.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, maxName);
	return `${name === '' ? 'file' : name}.${extensions.get(type.trim().toLowerCase()) ?? 'bin'}`;
}

/**
 * Returns the name of a received file: the given one, without what leads to a folder, or else its ID with the extension of its type.
 * n8n keeps it as it is.
 */
export function receivedFileName(name: string | null | undefined, fileId: string, mimeType: string): string {
	const safe = name?.replace(/[\\/:\p{Cc}]/gu, '_').trim() ?? '';
	return /^\.*$/.test(safe) ? suggestedFileName(fileId, mimeType) : safe;
}
