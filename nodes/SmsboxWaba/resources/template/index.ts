import type { Resource } from '../../../engine/operations/operation';
import { getAll } from './getAll.operation';

export const template: Resource = {
	name: 'Template',
	value: 'template',
	description: 'Texts of your agent that WhatsApp has approved',
	operations: [getAll],
};
