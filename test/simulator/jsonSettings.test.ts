import { simulatedChannels } from './simulatedChannels';
import { control, eventually, list, state } from './support';

const agent = { wabaId: '1', phoneId: '2', phoneNumber: '33600123401', name: 'Shop' };
const template = { id: '1', name: 'a', language: 'b', status: 'c', category: 'd' };
const rcsAgent = { agentId: 'shop', name: 'Shop' };
const myCompany = {
	wabaId: '100100100100100',
	phoneId: '200200200200200',
	phoneNumber: '33600123400',
	name: 'MyCompany',
};

const settings = {
	WABA: {
		url: 'wabaWebhookUrl',
		atFirst: {
			agents: [myCompany],
			templates: expect.arrayContaining([expect.objectContaining({ name: 'appointment_reminder' })]),
		},
		changes: { agents: [agent], templates: [] },
		wrong: [
			{ agents: [{ ...agent, phoneNumber: '0600123401' }] },
			{ agents: [agent, agent] },
			{ agents: [{ wabaId: '1' }] },
			{ templates: [{ id: '1' }] },
			{ templates: [{ ...template, components: [1] }] },
		],
		file: { type: 'image' },
	},
	RCS: {
		url: 'rcsWebhookUrl',
		atFirst: { rcsAgents: [{ agentId: 'smsbox-demo-agent', name: 'MyCompany' }] },
		changes: { rcsAgents: [rcsAgent] },
		wrong: [
			{ rcsAgents: [rcsAgent, rcsAgent] },
			{ rcsAgents: [{ agentId: 'shop' }] },
			{ rcsAgents: [{ ...rcsAgent, agentId: '' }] },
			{ rcsAgents: {} },
		],
		file: { type: 'file' },
	},
};

describe.each(simulatedChannels)('the settings of $channel', ({ channel, send, write, startTold }) => {
	const { url, atFirst, changes, wrong, file } = settings[channel];

	it('are shown, changed and checked like all others', async () => {
		expect(await state()).toMatchObject({ [url]: null, ...atFirst });
		await startTold();
		const all = { [url]: null, ...changes };
		expect((await control('PUT config', all)).body).toMatchObject(all);
		expect((await send()).status).toBe(404);
		for (const one of [{ [url]: 'nowhere' }, ...wrong])
			expect((await control('PUT config', one)).status).toBe(400);
		expect(await state()).toMatchObject(all);
	});

	it('go back to the start by a reset, except the callback URL, and messages and files are gone', async () => {
		const receiver = await startTold();
		const before = await state();
		await send();
		await write(file);
		await eventually(() => expect(receiver.received).toHaveLength(1));
		await control('PUT config', { [url]: null, ...changes });
		expect((await control('POST reset')).body).toEqual({ ...before, [url]: null });
		expect(await list('messages')).toEqual([]);
	});
});
