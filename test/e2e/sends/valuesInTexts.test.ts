/** What people receive in a real n8n, with each of its expression engines: no raw dates or decimals, and no names that add recipients. */
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

	async function send(
		name: string,
		parameters: Parameters<typeof sendEach>[0],
		message: Record<string, string>,
	) {
		const credential = await saveCredential(stage.api, name, credentialData(stage.simulator.url));
		const node = { ...sendEach(parameters), onError: 'continueRegularOutput' };
		const published = await publishChain(stage, credential, name, webhook(name), splitMessages, node);
		await postJson(published.url, { messages: [message] });
		return await lastEnded(stage, published.id, 1);
	}
	const received = async (number: string) => (await stage.simulator.messages(number)).map(({ text }) => text);

	it('a name stays a variable', async () => {
		const [phone, name] = ['+33600200006', 'Ana"]},{"to":"+33600200007","variables":["x'];
		const to = '=[{ "to": "{{ $json.phone }}", "variables": ["{{ $json.name.trim() }}"] }]';
		await send('name', { to, text: 'Bonjour %1%' }, { phone, name });
		expect(await received('33600200007')).toEqual([]);
		expect(await received('33600200006')).toEqual([`Bonjour ${name}`]);
	});

	const row = { variables: { variable: [{ value: '={{ $json.at.toDateTime() }}' }] } };
	it.each([
		['date', { text: '=Votre RDV du {{ $json.at.toDateTime() }} est confirmé.' }],
		['joined-date', { text: "={{ 'Votre RDV du ' + $json.at.toDateTime() }}" }],
		['javascript-date', { text: '=Votre RDV du {{ new Date($json.at) }} est confirmé.' }],
		['decimals', { text: '=Total : {{ $json.price * 1.2 }} €' }],
		['date-in-row', { text: 'RDV le %1%', contentOptions: row }],
	])('a text that people would misread is an error: %s', async (name, parameters) => {
		const to = '33600200001';
		const { output } = await send(name, parameters, { to, at: '2026-12-24T09:00:00Z', price: '19.99' });
		expect(await received(to)).toEqual([]);
		expect(output['Send']).toEqual([expect.objectContaining({ error: expect.anything() })]);
	});
});
