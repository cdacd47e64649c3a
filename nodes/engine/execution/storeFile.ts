import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { NodeFailure } from '../errors';
import type { OutputFile } from '../operations/operation';

function notStored(): never {
	throw new NodeFailure({
		kind: 'notSent',
		message: 'The file was downloaded, but n8n could not store it',
		description: 'Check the disk space and binary data settings of n8n, then retry.',
	});
}

/** Hands a file to n8n. Throws a {@link NodeFailure} where it cannot be stored. */
export async function storeFile(
	{ helpers }: IExecuteFunctions,
	{ field, name, mimeType, bytes }: OutputFile,
): Promise<IBinaryKeyData> {
	// A view of the same bytes: a file may have 100 MB.
	const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return { [field]: await helpers.prepareBinaryData(view, name, mimeType).catch(notStored) };
}
