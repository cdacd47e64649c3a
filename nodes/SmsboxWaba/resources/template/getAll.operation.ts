import type { INodeProperties } from 'n8n-workflow';
import type { Exchange } from '../../../../protocol/exchange';
import { listTemplates, type Template } from '../../../../protocol/waba/templates';
import {
	firstOfList,
	readLimit,
	returnAllFields,
	simplifyField,
} from '../../../engine/operations/listFields';
import { defineOperation } from '../../../engine/operations/operation';
import type { RecordLimit } from '../../../engine/operations/pages';
import { readWabaAgent } from '../../agent';

interface GetAll {
	limit: RecordLimit;
	simplify: boolean;
	request: Exchange<Template[]>;
}

const fields: INodeProperties[] = [...returnAllFields, simplifyField];

export const getAll = defineOperation<GetAll>({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many WhatsApp templates',
	description: 'Get many templates of the agent, in all languages',
	fields,
	readParams: (reader) => ({
		limit: readLimit(reader),
		simplify: reader.flag('simplify'),
		request: listTemplates(readWabaAgent(reader)),
	}),
	async run({ limit, simplify, request }, call) {
		const templates = firstOfList(await call(request), limit);
		return templates.map(({ id, name, language, status, category, raw }) =>
			simplify ? { id, name, language, status, category } : raw,
		);
	},
});
