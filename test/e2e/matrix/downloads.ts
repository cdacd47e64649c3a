import { storedBytes } from '../../../playground/src/n8n/executions';
import { allEnded } from '../support/runs';
import { download, postJson, publishChain, webhook } from '../support/workflow';
import type { World } from './world';

/** Files in n8n's own storage; queue mode stores them elsewhere. */
export function downloadChecks(worlds: () => readonly World[]): void {
	it('a file of 20 MB that a person has sent is stored byte for byte', async () => {
		for (const { real, credential, reader } of worlds()) {
			const chain = [webhook('matrix/download'), download];
			const published = await publishChain(real, credential, 'Download', ...chain);
			const { fileId } = await real.simulator.wabaIncoming({
				from: '33600123453',
				type: 'document',
				file: { mimeType: 'application/pdf', size: 20_000_001 },
			});
			await postJson(published.url, { fileId });
			const [execution] = await allEnded(reader, published.id, 1);
			expect(execution?.status).toBe('success');
			const [file, ...others] = execution?.files.Download ?? [];
			expect(others).toEqual([]);
			if (file === undefined) throw new Error('The execution holds no file');
			expect(file).toMatchObject({ fileName: `${fileId}.pdf`, mimeType: 'application/pdf' });
			expect((await storedBytes(real.api, file)).equals(await real.simulator.file(fileId))).toBe(true);
		}
	});
}
