import { connect } from 'node:net';

import {
	advance,
	closeAll,
	control,
	eventually,
	list,
	post,
	send,
	fetchFrom,
	startCalling,
	simulator,
} from './support';

const setFaults = async (...faults: object[]): Promise<void> => {
	expect((await control('PUT faults', { faults })).status).toBe(200);
};

const BODY = 'dest=33600123456&msg=Hello&mode=Expert&id=1';

/** What comes back on the wire until the connection ends. */
async function sendRaw(): Promise<string> {
	const { hostname, port } = new URL((await simulator()).url);
	return await new Promise((resolve) => {
		const socket = connect(Number(port), hostname);
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

describe('a connection that is cut', () => {
	it('before the message was accepted, leaves nothing sent', async () => {
		await setFaults({ on: 'request', kind: 'cut-before' });
		expect(await sendRaw()).toBe('');
		expect(await sentCount()).toBe(0);
		expect(await list('requests')).toMatchObject([{ fault: 'cut-before', reply: null }]);
	});

	it('after the message was accepted, leaves it sent', async () => {
		await setFaults({ on: 'request', kind: 'cut-after' });
		expect(await sendRaw()).toBe('');
		expect(await sentCount()).toBe(1);
		expect(await list('requests')).toMatchObject([{ fault: 'cut-after', reply: null }]);
	});

	it('in the middle of the answer, leaves half of it', async () => {
		await setFaults({ on: 'request', kind: 'cut-mid' });
		const [head = '', body = ''] = (await sendRaw()).split('\r\n\r\n');
		expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
		expect(head.toLowerCase()).toContain('content-length: 15');
		expect(body).toMatch(/^OK \d{5}$/);
		expect(await sentCount()).toBe(1);
	});
});

describe('a wrong answer', () => {
	it('is a status, before anything is accepted', async () => {
		await setFaults({
			on: 'request',
			kind: 'status',
			status: 502,
			body: 'Bad gateway',
			contentType: 'text/plain',
		});
		expect(await send()).toEqual({ status: 502, type: 'text/plain', text: 'Bad gateway' });
		expect(await sentCount()).toBe(0);
		expect((await send()).text).toBe('OK');
	});

	it('is 500 without a body unless more is said', async () => {
		await setFaults({ on: 'request', kind: 'status' });
		expect(await send()).toMatchObject({ status: 500, text: '' });
	});

	it('is a page instead of the reply, and where so wanted the message is sent all the same', async () => {
		const page = '<html>Please log in</html>';
		await setFaults(
			{ on: 'request', kind: 'body', body: page },
			{ on: 'request', kind: 'body', body: page, accepted: true },
		);
		expect(await send()).toEqual({ status: 200, type: 'text/html; charset=utf-8', text: page });
		expect(await sentCount()).toBe(0);
		expect((await send()).text).toBe(page);
		expect(await sentCount()).toBe(1);
	});

	it("is a refusal in the service's own words, before anything is accepted", async () => {
		await setFaults({ on: 'request', kind: 'refuse', times: 2 });
		expect(await send()).toMatchObject({ status: 200, text: 'ERROR 05' });
		expect((await post(null, { query: 'action=credit' })).text).toBe('ERREUR');
		expect(await sentCount()).toBe(0);
		await setFaults({ on: 'request', kind: 'refuse' });
		expect((await fetchFrom('/elsewhere')).status).toBe(404);
	});

	it('is any bytes', async () => {
		await setFaults({
			on: 'request',
			kind: 'body',
			bodyBase64: Buffer.from([0xff, 0, 0xe9]).toString('base64'),
		});
		const response = await fetchFrom('/1.1/api.php');
		expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0xff, 0, 0xe9]);
	});

	it('is a redirect to elsewhere', async () => {
		await setFaults({ on: 'request', kind: 'redirect', location: 'http://elsewhere.test/' });
		const response = await fetchFrom('/1.1/api.php', {
			method: 'POST',
			body: '',
			redirect: 'manual',
		});
		expect([response.status, response.headers.get('location')]).toEqual([307, 'http://elsewhere.test/']);
	});
});

describe('an answer that is late', () => {
	it('comes after the message was accepted', async () => {
		await setFaults({ on: 'request', kind: 'latency', ms: 60_000 });
		const giveUp = new AbortController();
		const answer = fetchFrom('/1.1/api.php', {
			method: 'POST',
			body: BODY,
			headers: { authorization: 'App demo', 'content-type': 'application/x-www-form-urlencoded' },
			signal: giveUp.signal,
		});
		await eventually(async () => expect(await sentCount()).toBe(1));
		giveUp.abort();
		await expect(answer).rejects.toThrow();
		expect(await list('requests')).toMatchObject([{ fault: 'latency', reply: null }]);
	});

	it('comes in the end', async () => {
		await setFaults(
			{ on: 'request', kind: 'latency', ms: 5 },
			{ on: 'request', kind: 'status', status: 503 },
		);
		expect((await send()).status).toBe(503);
		expect(await list('requests')).toMatchObject([{ fault: 'latency + status' }]);
	});

	it('never comes where the service hangs, and nothing is sent', async () => {
		await setFaults({ on: 'request', kind: 'hang' });
		const raw = sendRaw();
		await eventually(async () => expect(await list('requests')).toHaveLength(1));
		expect(await sentCount()).toBe(0);
		await closeAll();
		expect(await raw).toBe('');
	});
});

describe('a fault', () => {
	it('strikes as often as it is told, or for ever', async () => {
		const statuses = async (): Promise<number[]> => [
			(await send()).status,
			(await send()).status,
			(await send()).status,
		];
		await setFaults({ on: 'request', kind: 'status', times: 2 });
		expect(await statuses()).toEqual([500, 500, 200]);
		await setFaults({ on: 'request', kind: 'status', times: 0 });
		expect(await statuses()).toEqual([500, 500, 500]);
		await control('DELETE faults');
		expect(await statuses()).toEqual([200, 200, 200]);
	});

	it('strikes only what it matches: a field, an action, none, or an operation', async () => {
		const wanted = async (match: object): Promise<number[]> => {
			await setFaults({ on: 'request', kind: 'status', times: 0, match });
			const answers = [
				await send(),
				await send({ dest: '33600123457' }),
				await post(null, { query: 'action=credit' }),
			];
			return answers.map(({ status }) => status);
		};
		expect(await wanted({ dest: '33600123457' })).toEqual([200, 500, 200]);
		expect(await wanted({ action: 'credit' })).toEqual([200, 200, 500]);
		expect(await wanted({ action: '' })).toEqual([500, 500, 200]);
		expect(await wanted({ operation: 'account.credit.getBalance' })).toEqual([200, 200, 500]);
		expect(await wanted({ dest: '33600123457', msg: 'Other' })).toEqual([200, 200, 200]);
	});

	it('is shown with what is left of it, can be put back as it was read, and is gone once used up', async () => {
		await setFaults({ on: 'request', kind: 'status', times: 2 }, { on: 'callback', kind: 'slow', ms: 5 });
		await send();
		const faults = await list('faults');
		expect(faults).toMatchObject([
			{ kind: 'status', times: 2, used: 1, status: 500 },
			{ kind: 'slow', ms: 5, used: 0 },
		]);
		await setFaults(...faults);
		await send();
		await send();
		expect(await list('faults')).toMatchObject([{ kind: 'slow' }]);
	});

	it('keeps its bytes where it is put back as it was read, be they text or not', async () => {
		const bytes = Buffer.from([0xff, 0, 0xe9]);
		await setFaults(
			{ on: 'request', kind: 'body', bodyBase64: bytes.toString('base64') },
			{ on: 'request', kind: 'body', body: 'é €' },
		);
		await setFaults(...(await list('faults')));
		const answer = async (): Promise<Buffer> =>
			Buffer.from(await (await fetchFrom('/1.1/api.php')).arrayBuffer());
		expect(await answer()).toEqual(bytes);
		expect((await answer()).toString('utf8')).toBe('é €');
	});

	it.each([
		{ on: 'request', kind: 'explode' },
		{ on: 'callback', kind: 'status' },
		{ kind: 'status' },
		{ on: 'request', kind: 'status', status: 99 },
		{ on: 'request', kind: 'body', bodyBase64: '***' },
		{ on: 'request', kind: 'latency', ms: -1 },
		{ on: 'request', kind: 'status', times: 1.5 },
		{ on: 'request', kind: 'status', match: { dest: 1 } },
		{ on: 'request', kind: 'status', when: 'now' },
	])('that makes no sense is an error in words: %j', async (fault) => {
		const { status, body } = await control('PUT faults', { faults: [fault] });
		expect([status, typeof body['error']]).toEqual([400, 'string']);
		expect(await list('faults')).toEqual([]);
	});
});

describe('a callback', () => {
	it('comes twice', async () => {
		const receiver = await startCalling('deliveryReportUrl');
		await setFaults({ on: 'callback', kind: 'duplicate', match: { accuse: '0' } });
		await send({ callback: 1 });
		await advance(60);
		expect(receiver.received.map(({ query }) => query.get('accuse'))).toEqual(['9', '0', '0']);
		expect(receiver.received[1]?.target).toBe(receiver.received[2]?.target);
		const attempts = (await list('callbacks')).map((callback) => callback['attempts']);
		expect(attempts).toMatchObject([[{ status: 200 }], [{ status: 200 }, { status: 200 }]]);
	});

	it('comes late', async () => {
		const receiver = await startCalling('incomingSmsUrl');
		await setFaults({ on: 'callback', kind: 'slow', ms: 50, match: { kind: 'incoming_sms' } });
		await control('POST incoming', { from: '33600123456', text: 'Hello' });
		expect(await list('callbacks')).toMatchObject([{ state: 'pending', attempts: [] }]);
		await eventually(() => expect(receiver.received).toHaveLength(1));
	});
});
