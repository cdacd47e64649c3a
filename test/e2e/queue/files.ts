import { createHash } from 'node:crypto';
import { storedBytes, type Execution } from '../../../playground/src/n8n/executions';
import { textAt } from '../../../playground/src/support/json';
import { agent } from '../support/realN8n';
import { untilRunInTime } from '../support/webhooks';
import { download, postJson, trigger, webhook, type NodeInChain } from '../support/workflow';
import { allEnded } from '../support/runs';
import type { Stage } from './fleet';
import { publish, type Served } from './workflows';

/** n8n's own node that hashes a file: what a node on a worker could read of it. */
const hash: NodeInChain = {
	name: 'Hash',
	type: 'n8n-nodes-base.crypto',
	typeVersion: 1,
	parameters: {
		action: 'hash',
		type: 'SHA256',
		encoding: 'hex',
		binaryData: true,
		binaryPropertyName: 'data',
		dataPropertyName: 'sha256',
	},
};

const hashedBy = ({ output }: Execution): string => textAt(output.Hash, 0, 'sha256');
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Files: fetched by one process, stored in the database, read by another. */
export function fileChecks({ fleet }: Stage): void {
	describe('files', () => {
		let downloading: Served;
		let executions = 0;

		beforeAll(async () => {
			downloading = await publish(fleet(), 'Download', webhook('queue/download'), download, hash);
		});

		it.each([1, 300_001, 20_000_001])(
			'of %i bytes that a worker downloads are read by its nodes and by the main process, byte for byte',
			async (size) => {
				const { fileId } = await fleet().simulator.wabaIncoming({
					from: '33600123801',
					type: 'document',
					file: { mimeType: 'application/pdf', size },
				});
				await postJson(downloading.urls[0], { fileId });
				executions += 1;
				const execution = (await allEnded(fleet(), downloading.id, executions)).at(-1);
				expect(execution?.status).toBe('success');
				const [file] = execution?.files.Download ?? [];
				if (execution === undefined || file === undefined) throw new Error('The execution holds no file');
				const sent = await fleet().simulator.file(fileId);
				expect(sent).toHaveLength(size);
				expect(file.id).toMatch(/^database:/);
				expect(hashedBy(execution)).toBe(sha256(sent));
				expect((await storedBytes(fleet().api, file)).equals(sent)).toBe(true);
			},
		);

		it('that a webhook processor downloads at once are read by the nodes on a worker, byte for byte', async () => {
			const withTasks = trigger('smsboxWabaTrigger', {
				requestTypes: ['incoming_message'],
				onReceipt: ['downloadFiles', 'markAsRead'],
				wabaId: agent.wabaId,
				phoneId: agent.phoneId,
				options: {},
			});
			const served = await publish(
				fleet(),
				'At once',
				{ ...withTasks, credentials: { smsboxApi: {} } },
				hash,
			);
			await fleet().simulator.configure({ wabaWebhookUrl: served.urls[1] });
			const { messageId, fileId, execution } = await untilRunInTime(async (attempt) => {
				const incoming = await fleet().simulator.wabaIncoming({
					from: '33600123802',
					type: 'image',
					file: { mimeType: 'image/jpeg', size: 300_001 },
				});
				return { ...incoming, execution: (await allEnded(fleet(), served.id, attempt)).at(-1) };
			});
			await fleet().simulator.configure({ wabaWebhookUrl: null });
			expect(execution?.status).toBe('success');
			expect(execution?.output.Trigger).toEqual([
				expect.objectContaining({ messageId, messageType: 'image', markedAsRead: true }),
			]);
			const [file] = execution?.files.Trigger ?? [];
			if (execution === undefined || file === undefined) throw new Error('The execution holds no file');
			const sent = await fleet().simulator.file(fileId);
			expect(hashedBy(execution)).toBe(sha256(sent));
		});
	});
}
