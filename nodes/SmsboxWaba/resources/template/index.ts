import type { Resource } from '../../../engine/operations/operation';
import { getAll } from './getAll.operation';

export const template: Resource = {
	name: 'Template',
	value: 'template',
	description: 'Message templates approved by WhatsApp',
	operations: [getAll],
};
