/** A message is never sent twice by a retry, even where an expression comes out differently the second time. */
import { runWorkflow, type RunOptions, type RunResult } from '../support/engine';
import { rawFields } from '../support/formBody';
import { serveScript, type ReceivedRequest } from '../support/httpServer';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../support/smsbox';

const NUMBERS = ['33600123456', '33600123457'];

interface Given {
	text: string;
	options?: object;
}

interface Tried {
	first: RunResult;
	retried: RunResult | undefined;
	/** Which number each request went to, in order. */
	sentTo: string[];
}

function recipientOf({ body }: ReceivedRequest): string {
	return rawFields(body.toString('latin1')).get('dest') ?? '';
}

/** Sends one message to each number; the second request of all is refused as an internal failure of the service. */
async function send({ options, ...parameters }: Given, settings: object, retry: boolean): Promise<Tried> {
	const service = await serveScript((_request, index) => ({
		body: index === 1 ? 'ERROR 04' : 'OK 123456789012',
	}));
	const node = {
		name: 'Send',
		type: `${PACKAGE}.smsboxSms`,
		parameters: {
			to: '={{ $json.to }}',
			category: 'alert',
			...parameters,
			// One after the other: it is the second request that is refused.
			options: { ...options, maxConcurrentRequests: 1 },
		},
		...settings,
	};
	const given: RunOptions = {
		nodeTypes: smsboxNodes,
		input: NUMBERS.map((to) => ({ json: { to } })),
		...smsboxAccess(service.url),
	};
	try {
		const first = await runWorkflow({ nodes: [node] }, given);
		const retried = retry ? await runWorkflow({ nodes: [node] }, { ...given, retryOf: first }) : undefined;
		return { first, retried, sentTo: service.requests.map(recipientOf) };
	} finally {
		await service.close();
	}
}

/** First both, the second refused; then only the second. */
const ONCE_EACH = [...NUMBERS, '33600123457'];

const CHANGING: ReadonlyArray<[string, Given]> = [
	['the same text', { text: 'Bonjour' }],
	['a text that holds the time', { text: '={{ "Bonjour " + Math.random() }}' }],
	[
		'a schedule counted from now',
		{
			text: 'Bonjour',
			options: { scheduleAt: '={{ new Date(Date.now() + (1 + Math.random()) * 86400000).toISOString() }}' },
		},
	],
];

describe.each(CHANGING)('a message with %s', (_title, parameters) => {
	it('is not sent again by Retry On Fail', async () => {
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { first, sentTo } = await send(parameters, settings, false);
		expect(first.status).toBe('success');
		expect(sentTo).toEqual(ONCE_EACH);
	});

	it('is not sent again by the first retry of the execution', async () => {
		const { first, retried, sentTo } = await send(parameters, {}, true);
		expect([first.status, retried?.status]).toEqual(['error', 'success']);
		expect(sentTo).toEqual(ONCE_EACH);
	});
});
