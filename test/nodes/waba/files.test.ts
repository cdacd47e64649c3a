import { createHash } from 'node:crypto';
import type { INodeType } from 'n8n-workflow';
import { SmsboxWaba } from '../../../nodes/SmsboxWaba/SmsboxWaba.node';
import { changedContext } from '../../support/changedContext';
import { serviceForEachTest } from '../../support/service';
import { searchList } from '../../support/listSearch';
import { nodeName } from '../../support/runNode';
import { bodyOf } from '../../support/jsonAnswers';
import { agent, runWaba } from '../../support/runChannels';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';
import { fileAnswer, photo } from '../triggers/onReceiptHarness';

const server = serviceForEachTest();

async function download(options: object = {}, rest: Parameters<typeof runWaba>[2] = {}) {
	server.react = () => fileAnswer();
	const parameters = { resource: 'file', operation: 'download', fileId: '1234', ...options };
	return await runWaba(server.url, parameters, rest);
}

it('a file becomes binary data', async () => {
	const result = await download();
	expect(server.requests[0]?.path).toBe(`/waba/1.1/json/${agent.wabaId}/file/${agent.phoneId}`);
	expect(bodyOf(server.requests[0])).toEqual({ file_id: '1234' });
	const item = result.data[nodeName]?.[0]?.[0];
	expect(item?.json).toEqual({
		fileId: '1234',
		fileName: '1234.jpg',
		mimeType: 'image/jpeg',
		size: photo.length,
		sha256: createHash('sha256').update(photo).digest('hex'),
	});
	expect(item?.binary?.data).toMatchObject({
		mimeType: 'image/jpeg',
		fileName: '1234.jpg',
		fileExtension: 'jpg',
	});
	expect(Buffer.from(item?.binary?.data?.data ?? '', 'base64')).toEqual(photo);
	expect(item?.pairedItem).toEqual({ item: 0 });
});

it.each([
	['cat.jpg', 'cat.jpg'],
	['33600123456 28/11/2026.jpg', '33600123456 28_11_2026.jpg'],
	['C:\\photos\\a.jpg', 'C__photos_a.jpg'],
	['..', '1234.jpg'],
])('field and name can be chosen, and the output has the name of the file: %s', async (given, fileName) => {
	const result = await download({ binaryPropertyName: 'photo', options: { fileName: given } });
	const item = result.data[nodeName]?.[0]?.[0];
	expect(item?.json).toMatchObject({ fileName });
	expect(item?.binary?.photo).toMatchObject({ fileName });
});

it.each([
	['', 'WABA ID is empty'],
	['={{ $json.agent }}', 'WABA ID is an expression'],
])('with the agent %p the list says what is missing', async (wabaId, words) => {
	const parameters = { ...agent, wabaId };
	await expect(
		searchList(SmsboxWaba, 'searchTemplates', { ...smsboxAccess(server.url), parameters }),
	).rejects.toThrow(words);
	expect(server.requests).toHaveLength(0);
});

it('a file that n8n cannot store is an error that says what to check', async () => {
	const real = new SmsboxWaba();
	const onFullDisk: INodeType = {
		description: real.description,
		methods: real.methods,
		async execute() {
			const helpers = {
				...this.helpers,
				prepareBinaryData: async () => await Promise.reject(new Error('ENOSPC: no space left on device')),
			};
			return await real.execute.call(changedContext(this, { helpers }));
		},
	};
	const nodeTypes = { ...smsboxNodes, [`${PACKAGE}.smsboxWaba`]: onFullDisk };
	const result = await download({}, { nodeTypes });
	expect(result.error?.message).toBe('The file was downloaded, but n8n could not store it');
	const advice = 'Check the disk space and binary data settings of n8n, then retry.';
	expect(result.error?.description).toContain(advice);
});
