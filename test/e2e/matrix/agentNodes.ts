import { saveCredential } from '../../../playground/src/prepare';
import type { Stage } from '../support/realN8n';
import { serveModel, type ScriptedModel } from '../support/scriptedModel';
import type { NodeInChain } from '../support/workflow';

/** n8n's AI Agent of a version. */
export const aiAgent = (typeVersion: number, parameters = {}): NodeInChain => ({
	name: 'Agent',
	type: '@n8n/n8n-nodes-langchain.agent',
	typeVersion,
	parameters: { options: {}, ...parameters },
});

/** A model for all tests of a `describe`, and n8n's node that asks it. */
export function scriptedModel({ real }: Stage): { model: () => ScriptedModel; node: () => NodeInChain } {
	let model: ScriptedModel | undefined;
	let credentials = {};
	beforeAll(async () => {
		model = await serveModel();
		const data = { apiKey: 'none', url: model.url };
		const { id, name } = await saveCredential(real().api, `Model ${model.url}`, data, 'openAiApi');
		credentials = { openAiApi: { id, name } };
	});
	afterAll(async () => await model?.close());
	return {
		model: () => {
			if (model === undefined) throw new Error('The model has not started');
			return model;
		},
		node: () => ({
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
			credentials,
		}),
	};
}
