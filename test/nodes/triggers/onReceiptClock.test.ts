/** On-receipt tasks in a process so busy that its timers fire late: the clock says that time is up. */
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import {
	type OnReceiptTask,
	runOnReceiptTasks,
	taskTimeout,
} from '../../../nodes/engine/webhook/onReceiptTasks';

let now = 0;

beforeEach(() => {
	now = Date.parse('2026-03-01T12:00:00Z');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

interface Over {
	/** Milliseconds until the service answers, or fails. */
	answerTime?: number;
	failure?: Error;
	body?: Buffer;
	credentials?: Error;
	prepare?: Error;
}

/** n8n's context of a trigger with some tasks, over a service and a store for files. */
function contextOf(choices: string[], over: Over = {}) {
	const { answerTime = 0, failure, body = Buffer.from('OK'), credentials, prepare } = over;
	const log: string[] = [];
	const names: string[] = [];
	const fake: unknown = {
		getNodeParameter: () => choices,
		getWorkflow: () => ({ id: '7' }),
		logger: { warn: (line: string) => log.push(line) },
		getCredentials: async () => {
			if (credentials !== undefined) throw credentials;
			return await Promise.resolve({ apiKey: 'key', wabaBaseUrl: 'https://waba.example' });
		},
		helpers: {
			httpRequestWithAuthentication: async () => {
				now += answerTime;
				if (failure !== undefined) throw failure;
				return await Promise.resolve({ statusCode: 200, headers: {}, body });
			},
			prepareBinaryData: async (_bytes: Buffer, fileName: string, mimeType: string) => {
				names.push(fileName);
				if (prepare !== undefined) throw prepare;
				return await Promise.resolve({ data: 'x', mimeType });
			},
		},
	};
	const isContext = (given: unknown): given is IWebhookFunctions => given === fake;
	if (!isContext(fake)) throw new Error('Never');
	return { context: fake, log, names };
}

const task: OnReceiptTask = {
	name: 'read',
	leftOut: (reason) => ({ reason }),
	run: async ({ call, store }) => {
		const request = { api: 'waba', method: 'GET', path: '/', headers: {} } as const;
		await call({ effect: 'read', request, parse: () => undefined });
		await store(Buffer.from('OK'), 'photo', 'image/jpeg');
		return { json: { done: true } };
	},
};

const resultAfter = async (over: Over, decodingTime = 0): Promise<{ json: IDataObject; names: string[] }> => {
	const slow: OnReceiptTask = {
		...task,
		run: async (tools) =>
			await task.run({
				...tools,
				store: async (...file) => {
					now += decodingTime;
					return await tools.store(...file);
				},
			}),
	};
	const { context, names } = contextOf(['read'], over);
	const tasks = new Map([['read', () => slow]]);
	return { json: (await runOnReceiptTasks(context, tasks)(undefined)).json, names };
};

const tooLate = { reason: 'It took longer than 2 seconds' };

it.each([
	['an answer in the last moment counts', taskTimeout, 0, { done: true }, 1],
	['an answer after that does not', taskTimeout + 1, 0, tooLate, 0],
	['a file that is decoded too late is not handed over', taskTimeout, 1, tooLate, 0],
])('%s', async (_what, answerTime, decodingTime, expected, files) => {
	const { json, names } = await resultAfter({ answerTime }, decodingTime);
	expect([json, names.length]).toEqual([expected, files]);
});

it('a request that fails after that is told as too late, too', async () => {
	const silence = Object.assign(new Error('No response in time'), { code: 'ETIMEDOUT' });
	const reasonAfter = async (answerTime: number) =>
		(await resultAfter({ answerTime, failure: silence })).json;
	expect(await reasonAfter(taskTimeout + 1)).toEqual(tooLate);
	expect(await reasonAfter(taskTimeout)).toEqual({ reason: 'No valid response: no response in time' });
});

describe('tasks without n8n’s engine', () => {
	const filing: OnReceiptTask = {
		name: 'file it',
		leftOut: (reason) => ({ fileError: reason }),
		run: async (tools) => {
			await task.run(tools);
			return {
				json: { filed: true },
				binary: { data: await tools.store(Buffer.from('1'), 'a.txt', 'text/plain') },
			};
		},
	};
	const table = new Map<string, () => OnReceiptTask | undefined>([
		['read', () => task],
		['file', () => filing],
		['nothing', () => undefined],
	]);

	const large = Buffer.alloc(24 * 1024 * 1024 + 1);
	const failed = 'SMSBOX: workflow 7 could not file it: ';
	it.each<[string, string[], Over, object, string[]]>([
		['none is chosen', [], {}, { json: {} }, []],
		['one has nothing to do, and one is unknown', ['nothing', 'other'], {}, { json: {} }, []],
		['one has no file', ['read'], {}, { json: { done: true } }, []],
		[
			'several have results',
			['read', 'file'],
			{},
			{ json: { done: true, filed: true }, binary: { data: { data: 'x', mimeType: 'text/plain' } } },
			[],
		],
		['an answer has the largest size', ['read'], { body: large.subarray(1) }, { json: { done: true } }, []],
		...(
			[
				['an answer is too large', { body: large }, 'It is larger than 18 MB; use the Download operation'],
				[
					'the credential is missing',
					{ credentials: new Error('key') },
					'The credential is missing, or it cannot be read',
				],
				['n8n stores nothing', { prepare: new Error('disk') }, 'n8n could not store the file'],
			] as const
		).map(([what, over, reason]): [string, string[], Over, object, string[]] => [
			what,
			['file'],
			over,
			{ json: { fileError: reason } },
			[failed + reason],
		]),
	])('give what the item has where %s', async (_what, choices, over, expected, lines) => {
		const { context, log } = contextOf(choices, over);
		const run = runOnReceiptTasks(context, table);
		expect(await run({})).toEqual(expected);
		expect(log).toEqual(lines);
	});
});
