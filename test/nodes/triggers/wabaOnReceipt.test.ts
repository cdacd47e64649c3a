import type { INodeParameters } from 'n8n-workflow';

import { GivenCredentialsHelper } from '../../support/credentials';
import { gate } from '../../support/gate';
import type { Reaction, ReceivedRequest, ScriptedServer } from '../../support/httpServer';
import { listenToLogs } from '../../support/instance';
import { acceptedAnswer, bodyOf, failure } from '../../support/jsonAnswers';
import type { React } from '../../support/service';
import { onReceiptHarness, fileAnswer, key, photo, tooLate } from './onReceiptHarness';
import { ok } from './served';
import { agent, image, message, received, serveWaba, status, text, webhook } from './wabaServed';
import type { ServedWebhooks } from './webhookServed';

const marked = acceptedAnswer([]);
const refused = failure(403, 'Access denied.', 'API Key not allowed or account discontinued.');

const isFile = ({ path }: ReceivedRequest): boolean => path.includes('/file/');
const wellBehaved = (request: ReceivedRequest): Reaction => (isFile(request) ? fileAnswer() : marked);

const harness = onReceiptHarness();

/** The service as it behaves, and the trigger with a credential for it. */
async function serve(
	onReceipt: string[],
	react: React = wellBehaved,
	more: INodeParameters = {},
): Promise<ServedWebhooks & { service: ScriptedServer }> {
	return await harness.serve({ onReceipt, ...more }, react);
}

const bodies = (service: ScriptedServer): Array<[string, unknown]> =>
	service.requests.map((request) => [request.path, bodyOf(request)]);

describe('a file that is downloaded at once', () => {
	test('comes out as binary data', async () => {
		const { post, items, service } = await serve(['downloadFiles']);
		await expect(post(image())).resolves.toEqual(ok);
		expect(bodies(service)).toEqual([
			[`/waba/1.1/json/${agent.wabaId}/file/${agent.phoneId}`, { file_id: '1234' }],
		]);
		expect(service.requests[0]?.headers.authorization).toBe(`App ${key}`);
		const [item] = items();
		expect(item?.json).toMatchObject({ messageType: 'image', file: { id: '1234' } });
		expect(item?.json).not.toHaveProperty('fileNotDownloaded');
		expect(item?.json).not.toHaveProperty('markedAsRead');
		expect(item?.binary?.data).toMatchObject({ mimeType: 'image/jpeg', fileName: '1234.jpg' });
		expect(Buffer.from(item?.binary?.data?.data ?? '', 'base64')).toEqual(photo);
	});

	test.each([
		['order 7.pdf', 'order 7.pdf'],
		['../../etc/passwd', '.._.._etc_passwd'],
		['C:\\autoexec.bat', 'C__autoexec.bat'],
		['..', '1234.jpg'],
		[' ', '1234.jpg'],
	])('that its sender has named %p gets the name %p', async (filename, fileName) => {
		const { post, items } = await serve(['downloadFiles']);
		const document = { id: '1234', filename, mime_type: 'application/pdf', sha256: 'abc' };
		await expect(post(message({ type: 'document', document }))).resolves.toEqual(ok);
		expect(items()[0]?.binary?.data).toMatchObject({ fileName });
	});

	test.each<[string, unknown]>([
		['a text', text('Hi')],
		['an image without an ID', message({ type: 'image', image: { mime_type: 'image/jpeg' } })],
		['a status', status('read')],
	])('is not looked for in %s', async (_what, body) => {
		const { post, items, service } = await serve(['downloadFiles'], wellBehaved, { requestTypes: [] });
		await expect(post(body)).resolves.toEqual(ok);
		expect(items()).toHaveLength(1);
		expect(items()[0]?.json).not.toHaveProperty('fileNotDownloaded');
		expect(service.requests).toEqual([]);
	});

	test.each<[string, Reaction, RegExp]>([
		['the service refuses it', refused, /^Rejected by SMSBOX \(403\): /],
		['the connection is cut', 'cut', /^No valid response: the connection was cut$/],
		['a proxy answers', { status: 502, body: '<html>33600123456</html>' }, /^No valid response: .*HTTP 502/],
		['it is damaged', fileAnswer({ sha256: 'a'.repeat(64) }), /^No valid response: /],
		['it is half', fileAnswer({ raw: 'data:image/jpeg;base64,/9j/4A' }), /^No valid response: /],
		['it is redirected', { status: 307, headers: { location: '/elsewhere' } }, /^No valid response: /],
	])('is left out when %s, and the event passes with its ID', async (_what, reaction, reason) => {
		const { post, items, service } = await serve(['downloadFiles'], () => reaction);
		await expect(post(image())).resolves.toEqual(ok);
		const [item] = items();
		expect(item?.json).toMatchObject({
			file: { id: '1234' },
			fileNotDownloaded: expect.stringMatching(reason),
		});
		expect(item).not.toHaveProperty('binary');
		expect(service.requests).toHaveLength(1);
	});

	test('is left out when there is no credential', async () => {
		const { post, items } = await serveWaba({ ...agent, onReceipt: ['downloadFiles'] });
		await expect(post(image())).resolves.toEqual(ok);
		expect(items()[0]?.json.fileNotDownloaded).toBe('The credential is missing, or it cannot be read');
	});
});

describe('a message that is marked as read at once', () => {
	test.each<[string, Record<string, unknown>]>([
		['a text', text('Hi')],
		['an image', image()],
		['a kind that nobody knows', message({ type: 'hologram' })],
	])('says so, be it %s', async (_what, body) => {
		const { post, events, service } = await serve(['markAsRead']);
		await expect(post(body)).resolves.toEqual(ok);
		expect(bodies(service)).toEqual([
			[`/waba/1.1/json/${agent.wabaId}/event/${agent.phoneId}`, { message_id: received.id, status: 'read' }],
		]);
		expect(events()).toEqual([expect.objectContaining({ markedAsRead: true })]);
	});

	test.each<[string, unknown]>([
		['a status', status('delivered')],
		['a message that could not be received', webhook('incoming_error', { ...received, errors: [] })],
		['a message without an ID', webhook('incoming_message', { type: 'text', text: { body: 'Hi' } })],
		['an event that nobody knows', webhook('account_update', received)],
	])('is never %s', async (_what, body) => {
		const { post, events, service } = await serve(['markAsRead'], wellBehaved, { requestTypes: [] });
		await expect(post(body)).resolves.toEqual(ok);
		expect(events()).toHaveLength(1);
		expect(events()[0]).not.toHaveProperty('markedAsRead');
		expect(service.requests).toEqual([]);
	});

	test.each<[string, Reaction]>([
		['refused', refused],
		['refused for the only recipient', acceptedAnswer(['33600123456'], '9', () => 'REJECTED')],
		['cut off', 'cut'],
		['answered with a page', { body: '<html></html>' }],
	])('passes all the same when the mark is %s, which is tried once', async (_what, reaction) => {
		const { post, events, service } = await serve(['markAsRead'], () => reaction);
		await expect(post(text('Hi'))).resolves.toEqual(ok);
		expect(events()).toEqual([expect.objectContaining({ text: 'Hi', markedAsRead: false })]);
		expect(service.requests).toHaveLength(1);
	});
});

describe('an event of another agent than the configured one', () => {
	const notDone = {
		fileNotDownloaded: 'The event is for another agent than the configured one',
		markedAsRead: false,
	};

	test.each<[string, object]>([
		['WABA ID', { wabaId: '104996122399161' }],
		['phone number ID', { phoneId: '106540352242923' }],
		['WABA ID, as a path', { wabaId: `../${agent.wabaId}` }],
		['WABA ID, with a space', { wabaId: ` ${agent.wabaId}` }],
		['IDs that are missing', { wabaId: undefined, phoneId: undefined }],
		['IDs that are empty', { wabaId: '', phoneId: '' }],
	])('(%s) starts the workflow, and the service is not called', async (_what, other) => {
		const { post, items, service } = await serve(['downloadFiles', 'markAsRead']);
		await expect(post({ ...image(), ...other })).resolves.toEqual(ok);
		expect(items()).toEqual([{ json: expect.objectContaining({ messageType: 'image', ...notDone }) }]);
		expect(service.requests).toEqual([]);
	});

	test.each([
		['in the credential', { wabaId: '', phoneId: '' }, agent],
		['partly in the credential', { wabaId: '' }, { wabaId: agent.wabaId, phoneId: '2' }],
		['in the trigger, whatever the credential has', agent, { wabaId: '1', phoneId: '2' }],
		[
			'in the trigger, with spaces around it',
			{ wabaId: ` ${agent.wabaId} `, phoneId: `${agent.phoneId}\n` },
			{},
		],
	])('is told apart where the agent is %s', async (_what, parameters, defaults) => {
		const { post, events, service } = await harness.serve(
			{ onReceipt: ['markAsRead'], ...parameters },
			wellBehaved,
			defaults,
		);
		await expect(post({ ...text('Hi'), wabaId: '3' })).resolves.toEqual(ok);
		await expect(post(text('Hello'))).resolves.toEqual(ok);
		expect(events().map(({ markedAsRead }) => markedAsRead)).toEqual([false, true]);
		expect(service.requests.map(({ path }) => path)).toEqual([
			`/waba/1.1/json/${agent.wabaId}/event/${agent.phoneId}`,
		]);
	});
});

describe('both', () => {
	test('happen at the same time', async () => {
		const second = gate();
		const { post, items } = await serve(['downloadFiles', 'markAsRead'], async (request, index) => {
			if (index === 1) second.open();
			await second.opened;
			return wellBehaved(request);
		});
		await expect(post(image())).resolves.toEqual(ok);
		expect(items()[0]?.json).toMatchObject({ markedAsRead: true });
		expect(items()[0]?.binary).toHaveProperty('data');
	});

	test.each<[string, Reaction]>([
		['is refused', refused],
		['has no answer in time', 'hang'],
	])('do not depend on each other: the file %s', async (_what, reaction) => {
		const { post, items } = await serve(['downloadFiles', 'markAsRead'], (request) =>
			isFile(request) ? reaction : marked,
		);
		await expect(post(image())).resolves.toEqual(ok);
		expect(items()[0]?.json).toMatchObject({ markedAsRead: true, fileNotDownloaded: expect.any(String) });
	});

	test('leave nothing of the key, the number or the text in items and logs when they fail', async () => {
		const { logs, stop } = listenToLogs();
		const { post, items } = await serve(['downloadFiles', 'markAsRead'], () => ({
			status: 500,
			body: `{"echo":"${key} 33600123456 A secret text"}`,
		}));
		await expect(post(image({ caption: 'A secret text' }))).resolves.toEqual(ok);
		stop();
		const ours = logs.filter((entry) => entry.message.startsWith('SMSBOX'));
		expect(ours).toHaveLength(2);
		expect(JSON.stringify(ours)).not.toMatch(/secret|33600123456|wamid|1234/);
		expect(JSON.stringify(items())).not.toContain(key);
		expect(items()[0]?.json.fileNotDownloaded).not.toMatch(/secret|33600123456/);
	});
});

describe('the service taking its time', () => {
	test('does not hold up the event, and its late answer changes nothing', async () => {
		const late = gate();
		const endTime = harness.controlTime();
		const { post, items, service } = await serve(['downloadFiles', 'markAsRead'], async (request, index) => {
			if (index === 1) endTime();
			await late.opened;
			return wellBehaved(request);
		});
		await expect(post(image())).resolves.toEqual(ok);
		const expected = { markedAsRead: false, fileNotDownloaded: tooLate };
		expect(items()).toEqual([{ json: expect.objectContaining(expected) }]);
		const before = JSON.stringify(items());
		expect(service.requests).toHaveLength(2);

		late.open();
		// One more round through the service and the trigger: whatever comes late has come by then.
		await expect(post(image({ id: '5678' }))).resolves.toEqual(ok);
		expect(JSON.stringify(items().slice(0, 1))).toBe(before);
	});

	test('does not matter, nor does n8n that is slow to read the credential', async () => {
		const { post, items } = await serve(['downloadFiles', 'markAsRead']);
		const endTime = harness.controlTime();
		jest.spyOn(GivenCredentialsHelper.prototype, 'getDecrypted').mockImplementation(async () => {
			endTime();
			return await gate().opened.then(() => ({}));
		});
		await expect(post(image())).resolves.toEqual(ok);
		expect(items()[0]?.json).toMatchObject({ markedAsRead: false, fileNotDownloaded: tooLate });
	});
});

test('tasks that take long do not wipe an event that was stored meanwhile out of the memory of repeated ones', async () => {
	const asked = gate();
	const answer = (): 'hang' => {
		asked.open();
		return 'hang';
	};
	const endTime = harness.controlTime();
	const { post, trigger } = await serve(['markAsRead'], answer, { requestTypes: [] });
	const slow = post(text('first'));
	await asked.opened;
	await post(status('delivered'));
	const storedMeanwhile = eventsIn(trigger.staticData());
	expect(storedMeanwhile).toHaveLength(1);
	endTime();
	await slow;
	const storedAtLast = eventsIn(trigger.staticData());
	expect(storedAtLast).toHaveLength(2);
	expect(storedAtLast).toContain(storedMeanwhile[0]);
});

/** The remembered events, oldest first. */
function eventsIn(staticData: object): string[] {
	const [, events] = /"events":"([^"]*)"/.exec(JSON.stringify(staticData)) ?? [];
	return (events ?? '').split(' ').filter((entry) => entry !== '');
}
