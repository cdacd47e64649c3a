import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeFailure } from '../errors';
import { FileOutput, type Output, type OutputFile } from '../operations/operation';

const notStored = (): NodeFailure =>
	new NodeFailure({
		kind: 'notSent',
		message: 'The file was downloaded, but n8n could not store it',
		description: 'Check the disk space and binary data settings of n8n, then retry.',
	});

async function storeFile(context: IExecuteFunctions, bytes: Buffer, file: OutputFile): Promise<IBinaryData> {
	try {
		return await context.helpers.prepareBinaryData(bytes, file.name, file.mimeType);
	} catch {
		throw notStored();
	}
}

/** The items that an item's output makes, paired with it. Throws a {@link NodeFailure} where a file cannot be stored. */
export async function itemOutput(
	context: IExecuteFunctions,
	output: Output,
	item: number,
): Promise<INodeExecutionData[]> {
	const pairedItem = { item };
	if (!(output instanceof FileOutput)) return [output].flat().map((json) => ({ json, pairedItem }));
	const { json, file } = output;
	const { buffer, byteOffset, byteLength } = file.bytes;
	// A view of the same bytes: a file may have 100 MB.
	const bytes = Buffer.from(buffer, byteOffset, byteLength);
	const binary = await storeFile(context, bytes, file);
	return [{ json, binary: { [file.field]: binary }, pairedItem }];
}
