import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeFailure } from '../errors';
import { FileOutput, type Output } from '../operations/operation';

function notStored(): never {
	throw new NodeFailure({
		kind: 'notSent',
		message: 'The file was downloaded, but n8n could not store it',
		description: 'Check the disk space and binary data settings of n8n, then retry.',
	});
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
	const binary = await context.helpers.prepareBinaryData(bytes, file.name, file.mimeType).catch(notStored);
	return [{ json, binary: { [file.field]: binary }, pairedItem }];
}
