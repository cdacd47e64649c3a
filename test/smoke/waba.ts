import { storedBytes } from '../../playground/src/n8n/executions';
import type { JsonObject } from '../../playground/src/support/json';
import { agent, type Stage } from './realN8n';
import { starterOn } from './starter';
import type { NodeInChain } from './workflow';

/** The node, speaking for the agent. */
const waba = (parameters: JsonObject): NodeInChain => ({
	name: 'WABA',
	type: 'n8n-nodes-smsbox.smsboxWaba',
	typeVersion: 1,
	parameters: { wabaId: agent.wabaId, phoneId: agent.phoneId, ...parameters },
	credentials: { smsboxApi: {} },
});

const askWithButtons = waba({
	resource: 'message',
	operation: 'sendButtons',
	to: '={{ $json.body.to }}',
	header: 'text',
	headerText: 'Votre colis',
	body: '={{ $json.body.text }}',
	buttons: {
		button: [
			{ title: 'Reçu ✅', id: 'yes' },
			{ title: 'Pas reçu', id: 'no' },
		],
	},
});

const downloadFile = waba({ resource: 'file', operation: 'download', fileId: '={{ $json.body.fileId }}' });

/** What the WABA node sends and fetches in stored executions. */
export function wabaChecks(stage: Stage): void {
	describe('the WABA node', () => {
		const { real } = stage;
		const { publish, start } = starterOn(stage);

		it('sends buttons that arrive as they were filled in, with a reference in the output', async () => {
			const asking = await publish('ask', askWithButtons);
			const execution = await start(asking, { to: '+33 6 00 12 34 51', text: 'Déjà reçu? 📦' });
			expect(execution.status).toBe('success');
			const [message, ...others] = await real().simulator.messages('33600123451');
			expect(others).toEqual([]);
			expect(message).toMatchObject({
				channel: 'waba',
				content: {
					type: 'interactive',
					interactive: {
						header: { type: 'text', text: 'Votre colis' },
						body: { text: 'Déjà reçu? 📦' },
						action: { buttons: [{ reply: { id: 'yes', title: 'Reçu ✅' } }, { reply: { id: 'no' } }] },
					},
				},
			});
			expect(execution.output.WABA).toEqual([
				expect.objectContaining({ reference: message?.references[0], rejected: [], to: ['+33600123451'] }),
			]);
			expect(await real().simulator.undeclared()).toEqual([]);
		});

		it('downloads a file of 20 MB to binary data, byte for byte', async () => {
			const downloading = await publish('download', downloadFile);
			const { fileId } = await real().simulator.wabaIncoming({
				from: '33600123453',
				type: 'document',
				file: { mimeType: 'application/pdf', size: 20_000_001 },
			});
			const execution = await start(downloading, { fileId });
			expect(execution.status).toBe('success');
			const [file, ...others] = execution.files.WABA ?? [];
			expect(others).toEqual([]);
			if (file === undefined) throw new Error('The execution holds no file');
			expect(file).toMatchObject({ fileName: `${fileId}.pdf`, mimeType: 'application/pdf' });
			const sent = await real().simulator.file(fileId);
			expect((await storedBytes(real().api, file)).equals(sent)).toBe(true);
		});

		it('stores no half file where the bytes are not the declared ones', async () => {
			const downloading = await publish('damaged', downloadFile);
			const { fileId } = await real().simulator.wabaIncoming({ from: '33600123454', type: 'image' });
			await real().simulator.put('/faults', {
				faults: [{ on: 'file', kind: 'truncated', match: { file_id: fileId } }],
			});
			const execution = await start(downloading, { fileId });
			expect(execution.status).toBe('error');
			expect(execution.files.WABA ?? []).toEqual([]);
		});
	});
}
