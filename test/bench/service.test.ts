import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { startService, type Service } from '../../bench/src/service';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => {
	await service.close();
});

const send = async (dest: string): Promise<string> => {
	const reply = await fetch(`${service.url}/1.1/api.php`, {
		method: 'POST',
		body: new URLSearchParams({ dest, msg: 'Réunion à 18 h: 10 €' }).toString(),
	});
	return await reply.text();
};

/** So many connections on which nothing is asked yet. */
async function connected(count: number): Promise<Socket[]> {
	const sockets = Array.from({ length: count }, () =>
		connect(Number(new URL(service.url).port), '127.0.0.1'),
	);
	for (const socket of sockets) if (socket.connecting) await once(socket, 'connect');
	return sockets;
}

/** Asks once, on a connection that ends with the answer. */
async function askAndClose(): Promise<void> {
	const { hostname, port } = new URL(service.url);
	await new Promise<void>((resolve, reject) => {
		get({ hostname, port, agent: false }, (response) => {
			response.resume().on('end', () => resolve());
		}).on('error', reject);
	});
}

describe('what stands for the service', () => {
	it('answers as a send is answered, each time with another reference', async () => {
		const answers = [await send('33600123456'), await send('33600123456')];
		expect(answers.every((answer) => /^OK \d{12}$/.test(answer))).toBe(true);
		expect(new Set(answers).size).toBe(2);
	});

	it('counts requests and recipients, personalized ones too, until it is told to begin anew', async () => {
		await send('33600123456,33600123457');
		await send('33600123458;Zoé;a%d59%b');
		expect(service.counts()).toMatchObject({
			requests: 2,
			recipients: ['33600123456', '33600123457', '33600123458'],
		});
		service.reset();
		expect(service.counts()).toEqual({ requests: 0, connections: 0, recipients: [] });
	});

	it('counts the connections that are open together, and not those that ended with their answer', async () => {
		const kept = await connected(30);
		for (let request = 0; request < 5; request++) await askAndClose();
		expect(service.counts()).toMatchObject({ requests: 5, connections: 31 });
		for (const socket of kept) socket.destroy();
	});
});
