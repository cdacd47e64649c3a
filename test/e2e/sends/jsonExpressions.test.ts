/** A name from outside in To that is JSON, in a real n8n with each of its expression engines: it adds no recipient. */
import { saveCredential } from '../../../playground/src/prepare';
import { Stage } from '../faults/stage';
import { credentialData } from '../support/realN8n';
import { lastEnded } from '../support/runs';
import { postJson, publishChain, sendEach, splitMessages, webhook } from '../support/workflow';

const engines = [
	['the default expression engine', {}],
	['the legacy expression engine', { N8N_EXPRESSION_ENGINE: 'legacy' }],
] as const;

describe.each(engines)('in %s', (_name, env) => {
	let stage: Stage;
	beforeAll(async () => {
		stage = await Stage.open({ env });
		await stage.boot();
	});
	afterAll(async () => await stage.close());

	it('a name stays a variable', async () => {
		const [phone, name] = ['+33600200006', 'Ana"]},{"to":"+33600200007","variables":["x'];
		const to = '=[{ "to": "{{ $json.phone }}", "variables": ["{{ $json.name.trim() }}"] }]';
		const credential = await saveCredential(stage.api, 'name', credentialData(stage.simulator.url));
		const node = sendEach({ to, text: 'Bonjour %1%' });
		const published = await publishChain(stage, credential, 'name', webhook('name'), splitMessages, node);
		await postJson(published.url, { messages: [{ phone, name }] });
		await lastEnded(stage, published.id, 1);
		const received = async (number: string) =>
			(await stage.simulator.messages(number)).map(({ text }) => text);
		expect(await received('33600200007')).toEqual([]);
		expect(await received('33600200006')).toEqual([`Bonjour ${name}`]);
	});
});
