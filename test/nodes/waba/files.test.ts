import { createHash } from 'node:crypto';
import { SmsboxWaba } from '../../../nodes/SmsboxWaba/SmsboxWaba.node';
import { type ScriptedServer, serveScript } from '../../support/httpServer';
import { searchList } from '../../support/listSearch';
import { nodeName, outputOf } from '../../support/runNode';
import { bodyOf, json } from '../../support/jsonAnswers';
import { agent, runWaba } from '../../support/runWaba';
import { smsboxAccess } from '../../support/smsbox';

let server: ScriptedServer;
afterEach(async () => server.close());

const done = {
	response: { response_code: '200', response_desc: 'Request successfully processed.' },
	details: 'Done.',
};
const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5]);
const described = (changes: object = {}) => ({
	mime_type: 'image/jpeg',
	sha256: createHash('sha256').update(photo).digest('hex'),
	file_size: photo.length,
	raw: `data:image/jpeg;base64,${photo.toString('base64')}`,
	...changes,
});

async function download(data: unknown, options: object = {}) {
	server = await serveScript(() => json({ ...done, data }));
	return await runWaba(server.url, { resource: 'file', operation: 'download', fileId: '1234', ...options });
}

it.each([
	['a data URI', described()],
	['bare base64', described({ raw: photo.toString('base64') })],
])('a file given as %s becomes binary data', async (_what, data) => {
	const result = await download(data);
	expect(server.requests[0]?.path).toBe(`/waba/1.1/json/${agent.wabaId}/file/${agent.phoneId}`);
	expect(bodyOf(server.requests[0])).toEqual({ file_id: '1234' });
	const item = result.data[nodeName]?.[0]?.[0];
	expect(item?.json).toEqual({
		fileId: '1234',
		fileName: '1234.jpg',
		mimeType: 'image/jpeg',
		size: photo.length,
		sha256: described().sha256,
	});
	expect(item?.binary?.data).toMatchObject({
		mimeType: 'image/jpeg',
		fileName: '1234.jpg',
		fileExtension: 'jpg',
	});
	expect(Buffer.from(item?.binary?.data?.data ?? '', 'base64')).toEqual(photo);
	expect(item?.pairedItem).toEqual({ item: 0 });
});

it('field and name can be chosen', async () => {
	const result = await download(described(), {
		binaryPropertyName: 'photo',
		options: { fileName: 'cat.jpg' },
	});
	expect(result.data[nodeName]?.[0]?.[0]?.binary?.photo).toMatchObject({ fileName: 'cat.jpg' });
});

it.each<[string, unknown, RegExp]>([
	['a SHA-256 of another file', described({ sha256: 'a'.repeat(64) }), /SHA-256/],
	['a size that does not fit', described({ file_size: 10 }), /size/],
	['broken base64', described({ raw: 'data:image/jpeg;base64,/9j/4A*BAgMEBQ==' }), /base64/],
	['a data URI without base64', described({ raw: 'data:image/jpeg,abc' }), /base64/],
	['nothing in the file', described({ raw: '', sha256: null, file_size: null }), /empty|unexpected reply/],
	['no file', { mime_type: 'image/jpeg' }, /unexpected response/],
	['a text in its place', 'soon', /unexpected response/],
])('%s is an error, no half file', async (_what, data, words) => {
	const result = await download(data);
	expect(result.status).toBe('error');
	expect(result.data[nodeName]).toBeUndefined();
	expect(result.error?.message).toMatch(words);
});

const templates = [
	{
		id: '1',
		name: 'login_code',
		language: 'en_US',
		status: 'APPROVED',
		category: 'AUTHENTICATION',
		components: [{ type: 'BODY', parameters: null }],
	},
	{
		id: '2',
		name: 'login_code',
		language: 'fr',
		status: 'PENDING',
		category: 'AUTHENTICATION',
		components: [],
	},
];

it('templates are simplified, or given as they came', async () => {
	server = await serveScript(() => json({ ...done, data: templates }));
	const parameters = { resource: 'template', operation: 'getAll' };
	expect(outputOf(await runWaba(server.url, parameters))[0]).toEqual({
		id: '1',
		name: 'login_code',
		language: 'en_US',
		status: 'APPROVED',
		category: 'AUTHENTICATION',
	});
	expect(outputOf(await runWaba(server.url, { ...parameters, simplify: false }))).toEqual(templates);
	expect(server.requests[0]).toMatchObject({ method: 'GET' });
});

it('the editor lists a template once for each language', async () => {
	server = await serveScript(() => json({ ...done, data: templates }));
	const list = await searchList(SmsboxWaba, 'searchTemplates', {
		...smsboxAccess(server.url),
		parameters: agent,
	});
	expect(list.results).toEqual([
		{ name: 'login_code (en_US, approved)', value: 'login_code/en_US' },
		{ name: 'login_code (fr, pending)', value: 'login_code/fr' },
	]);
});

it.each([
	['', 'WABA ID is empty'],
	['={{ $json.agent }}', 'WABA ID is an expression'],
])('with the agent %p the list says what is missing', async (wabaId, words) => {
	server = await serveScript(() => json({ ...done, data: templates }));
	const parameters = { ...agent, wabaId };
	await expect(
		searchList(SmsboxWaba, 'searchTemplates', { ...smsboxAccess(server.url), parameters }),
	).rejects.toThrow(words);
	expect(server.requests).toHaveLength(0);
});
