import { storedBytes, type Execution } from '../../../playground/src/n8n/executions';
import type { JsonObject } from '../../../playground/src/support/json';
import { allEnded } from '../support/runs';
import { download, postJson, publishChain, webhook } from '../support/workflow';
import type { World } from './world';

/** Files in n8n's own storage; queue mode stores them elsewhere. */
export function downloadChecks(worlds: () => readonly World[]): void {
	describe('a file that a person has sent', () => {
		/** Downloads a file in a workflow of its own. */
		const downloaded = async (
			{ real, credential, reader }: World,
			file: JsonObject & { type: string },
			faults: (fileId: string) => unknown[] = () => [],
		): Promise<{ execution: Execution | undefined; fileId: string }> => {
			const chain = [webhook(`matrix/${file.type}`), download];
			const published = await publishChain(real, credential, `Download ${file.type}`, ...chain);
			const { fileId } = await real.simulator.wabaIncoming({ from: '33600123453', ...file });
			await real.simulator.put('/faults', { faults: faults(fileId) });
			await postJson(published.url, { fileId });
			const [execution] = await allEnded(reader, published.id, 1);
			await real.simulator.put('/faults', { faults: [] });
			return { execution, fileId };
		};

		it('of 20 MB is stored byte for byte', async () => {
			for (const world of worlds()) {
				const { api, simulator } = world.real;
				const pdf = { type: 'document', file: { mimeType: 'application/pdf', size: 20_000_001 } };
				const { execution, fileId } = await downloaded(world, pdf);
				expect(execution?.status).toBe('success');
				const [file, ...others] = execution?.files.Download ?? [];
				expect(others).toEqual([]);
				if (file === undefined) throw new Error('The execution holds no file');
				expect(file).toMatchObject({ fileName: `${fileId}.pdf`, mimeType: 'application/pdf' });
				expect((await storedBytes(api, file)).equals(await simulator.file(fileId))).toBe(true);
			}
		});

		it('is not stored where its bytes are not the declared ones', async () => {
			const truncated = (fileId: string) => [{ on: 'file', kind: 'truncated', match: { file_id: fileId } }];
			for (const world of worlds()) {
				const { execution } = await downloaded(world, { type: 'image' }, truncated);
				expect(execution?.status).toBe('error');
				expect(execution?.files.Download ?? []).toEqual([]);
			}
		});
	});
}
