import type { Resource } from '../../../engine/operations/operation';
import { download } from './download.operation';

export const file: Resource = {
	name: 'File',
	value: 'file',
	description: 'Files that you received',
	operations: [download],
};
