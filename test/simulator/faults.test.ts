import { connect } from 'node:net';
import {
	act,
	advance,
	closeAll,
	control,
	eventually,
	fetchFrom,
	get,
	list,
	reported,
	send,
	simulator,
	startCalling,
} from './support';

/** Sets these faults and no others, of requests unless they say otherwise. */
const setFaults = async (...faults: object[]): Promise<void> => {
	const all = faults.map((fault) => ({ on: 'request', ...fault }));
	expect((await control('PUT faults', { faults: all })).status).toBe(200);
};

const BODY = 'dest=33600123456&msg=Hello&mode=Expert&id=1';

/** What comes back on the wire until the connection ends. */
async function sendRaw(signal = new AbortController().signal): Promise<string> {
	const { hostname, port } = new URL((await simulator()).url);
	return await new Promise((resolve) => {
		const socket = connect({ port: Number(port), host: hostname, signal });
		let received = '';
		socket.setEncoding('latin1');
		socket.on('data', (chunk) => (received += String(chunk)));
		socket.on('error', () => undefined);
		socket.on('close', () => resolve(received));
		socket.write(
			`POST /1.1/api.php HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: App demo\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
		);
	});
}

const sentCount = async (): Promise<number> => (await list('messages')).length;
const bytesOf = async (path = '/1.1/api.php') => Buffer.from(await (await fetchFrom(path)).arrayBuffer());

describe('a connection that is cut', () => {
	it.each([
		['before', 'leaves nothing sent', 0],
		['after', 'leaves it sent', 1],
	])('%s the message was accepted, %s', async (when, _what, count) => {
		await setFaults({ kind: `cut-${when}` });
		expect(await sendRaw()).toBe('');
		expect(await sentCount()).toBe(count);
		expect(await list('requests')).toMatchObject([{ fault: `cut-${when}`, reply: null }]);
	});

	it('in the middle of the answer, leaves half of it', async () => {
		await setFaults({ kind: 'cut-mid' });
		const [head = '', body = ''] = (await sendRaw()).split('\r\n\r\n');
		expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
		expect(head.toLowerCase()).toContain('content-length: 15');
		expect(body).toMatch(/^OK \d{5}$/);
		expect(await sentCount()).toBe(1);
	});
});

describe('a wrong answer', () => {
	it('is a status, before anything is accepted', async () => {
		await setFaults({ kind: 'status', status: 502, body: 'Bad gateway', contentType: 'text/plain' });
		expect(await send()).toEqual({ status: 502, type: 'text/plain', text: 'Bad gateway' });
		expect(await sentCount()).toBe(0);
		expect((await send()).text).toBe('OK');
	});

	it('is 500 without a body unless more is said', async () => {
		await setFaults({ kind: 'status' });
		expect(await send()).toMatchObject({ status: 500, text: '' });
	});

	it('is a page instead of the reply, and where so wanted the message is sent all the same', async () => {
		const page = '<html>Please log in</html>';
		await setFaults({ kind: 'body', body: page }, { kind: 'body', body: page, accepted: true });
		for (const count of [0, 1]) {
			expect(await send()).toEqual({ status: 200, type: 'text/html; charset=utf-8', text: page });
			expect(await sentCount()).toBe(count);
		}
	});

	it("is a refusal in the service's own words, before anything is accepted", async () => {
		await setFaults({ kind: 'refuse', times: 2 });
		expect(await send()).toMatchObject({ status: 200, text: 'ERROR 05' });
		expect(await act('credit')).toBe('ERREUR');
		expect(await sentCount()).toBe(0);
		await setFaults({ kind: 'refuse' });
		expect((await fetchFrom('/elsewhere')).status).toBe(404);
	});

	it('is a redirect to elsewhere', async () => {
		await setFaults({ kind: 'redirect', location: 'http://elsewhere.test/' });
		const { status, headers } = await fetchFrom('/1.1/api.php', { method: 'POST', redirect: 'manual' });
		expect([status, headers.get('location')]).toEqual([307, 'http://elsewhere.test/']);
	});
});

describe('an answer that is late', () => {
	it('comes after the message was accepted', async () => {
		await setFaults({ kind: 'latency', ms: 60_000 });
		const giveUp = new AbortController();
		const raw = sendRaw(giveUp.signal);
		await eventually(async () => expect(await sentCount()).toBe(1));
		giveUp.abort();
		expect(await raw).toBe('');
		expect(await list('requests')).toMatchObject([{ fault: 'latency', reply: null }]);
	});

	it('comes in the end', async () => {
		await setFaults({ kind: 'latency', ms: 5 }, { kind: 'status', status: 503 });
		expect((await send()).status).toBe(503);
		expect(await list('requests')).toMatchObject([{ fault: 'latency + status' }]);
	});

	it('never comes where the service hangs, and nothing is sent', async () => {
		await setFaults({ kind: 'hang' });
		const raw = sendRaw();
		await eventually(async () => expect(await list('requests')).toHaveLength(1));
		expect(await sentCount()).toBe(0);
		await closeAll();
		expect(await raw).toBe('');
	});
});

describe('a fault', () => {
	it('strikes as often as it is told, or for ever', async () => {
		const status = async () => (await send()).status;
		const statuses = async () => [await status(), await status(), await status()];
		await setFaults({ kind: 'status', times: 2 });
		expect(await statuses()).toEqual([500, 500, 200]);
		await setFaults({ kind: 'status', times: 0 });
		expect(await statuses()).toEqual([500, 500, 500]);
		await control('DELETE faults');
		expect(await statuses()).toEqual([200, 200, 200]);
	});

	it.each([
		[{ dest: '33600123457' }, [200, 500, 200]],
		[{ action: 'credit' }, [200, 200, 500]],
		[{ action: '' }, [500, 500, 200]],
		[{ operation: 'account.credit.getBalance' }, [200, 200, 500]],
		[{ dest: '33600123457', msg: 'Other' }, [200, 200, 200]],
	])(
		'strikes only what it matches, a field, an action, none, or an operation: %j',
		async (match, expected) => {
			await setFaults({ kind: 'status', times: 0, match });
			const answers = [await send(), await send({ dest: '33600123457' }), await get('action=credit')];
			expect(answers.map(({ status }) => status)).toEqual(expected);
		},
	);

	it('is shown with what is left of it, can be put back as it was read, and is gone once used up', async () => {
		await setFaults({ kind: 'status', times: 2 }, { on: 'callback', kind: 'slow', ms: 5 });
		await send();
		const faults = await list('faults');
		const status = { kind: 'status', times: 2, used: 1, status: 500 };
		expect(faults).toMatchObject([status, { kind: 'slow', ms: 5, used: 0 }]);
		await setFaults(...faults);
		await send();
		await send();
		expect(await list('faults')).toMatchObject([{ kind: 'slow' }]);
	});

	it('keeps its bytes where it is put back as it was read, be they text or not', async () => {
		const bytes = Buffer.from([0xff, 0, 0xe9]);
		await setFaults({ kind: 'body', bodyBase64: bytes.toString('base64') }, { kind: 'body', body: 'é €' });
		await setFaults(...(await list('faults')));
		expect(await bytesOf()).toEqual(bytes);
		expect((await bytesOf()).toString('utf8')).toBe('é €');
	});
});

describe('a callback', () => {
	it('comes late', async () => {
		const receiver = await startCalling('incomingSmsUrl');
		await setFaults({ on: 'callback', kind: 'slow', ms: 50, match: { kind: 'incoming_sms' } });
		await control('POST incoming', { from: '33600123456', text: 'Hello' });
		expect(await list('callbacks')).toMatchObject([{ state: 'pending', attempts: [] }]);
		await eventually(() => expect(receiver.received).toHaveLength(1));
	});

	it('never comes where callbacks are off, and the log says so', async () => {
		const receiver = await startCalling('deliveryReportUrl');
		await setFaults({ on: 'callback', kind: 'off' });
		await send({ callback: 1 });
		await advance(86_400);
		expect(reported(receiver)).toEqual(['0']);
		const attempts = [{ status: null, error: 'not sent: a fault turned callbacks off' }];
		expect(await list('callbacks')).toMatchObject([
			{ state: 'failed', nextAttemptAt: null, attempts },
			{ state: 'acknowledged' },
		]);
	});
});
