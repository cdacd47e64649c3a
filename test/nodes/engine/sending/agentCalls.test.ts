import { callAll } from '../../../../nodes/engine/sending/calls';
import { exchange, reply } from './exchanges';
import { cut, failureFrom, service } from './scriptedService';

describe("an agent's tool, for which no run tells a retry from a new call", () => {
	const ana = ['33600123456'];
	const ben = ['33600123457'];

	it('sends nothing more to recipients of a message without a known outcome', async () => {
		const { asked, requests } = service(cut, reply('OK 1'));
		await failureFrom(asked().call(exchange('send', { to: ana, body: 'a' })));
		const again = asked().call(exchange('send', { to: [...ana, ...ben], body: 'b' }));
		expect((await failureFrom(again)).kind).toBe('unknown');
		expect(await asked().call(exchange('send', { to: ben, body: 'c' }))).toBe('OK 1');
		expect(requests()).toBe(2);
	});

	it('does not send the same again', async () => {
		const { asked, requests } = service(reply('OK 1'));
		const first = asked();
		await first.call(exchange('send', { to: ana, body: 'a' }));
		first.log.complete(0, [{ accepted: true }], 0);
		expect(await failureFrom(asked().call(exchange('send', { to: ana, body: 'a' })))).toMatchObject({
			kind: 'invalidInput',
			description:
				'SMSBOX accepted it the first time. To send it twice, change the text or use another execution.',
		});
		expect(requests()).toBe(1);
	});

	it('sends another message to the same recipients, and the same to others', async () => {
		const { asked, requests } = service(reply('OK 1'), reply('OK 2'), reply('OK 3'));
		const first = asked();
		await first.call(exchange('send', { to: ana, body: 'a' }));
		first.log.complete(0, [{ accepted: true }], 0);
		expect(await asked().call(exchange('send', { to: ana, body: 'b' }))).toBe('OK 2');
		expect(await asked().call(exchange('send', { to: ben, body: 'a' }))).toBe('OK 3');
		expect(requests()).toBe(3);
	});

	it('may be asked again for recipients whom the service rejected', async () => {
		const { asked, requests } = service(reply('OK 1'), reply('OK 2'));
		const first = asked();
		await first.call(exchange('send', { to: ana }));
		first.log.complete(0, [{ accepted: false }], Infinity);
		expect(await asked().call(exchange('send', { to: ana }))).toBe('OK 2');
		expect(requests()).toBe(2);
	});

	it('may change something twice, but not where the first time has no known outcome', async () => {
		const { asked, requests } = service(reply('OK 1'), reply('OK 2'), cut);
		for (const expected of ['OK 1', 'OK 2']) {
			const { call, log } = asked();
			expect(await call(exchange('change'))).toBe(expected);
			log.complete(0, [{}], 0);
		}
		await failureFrom(asked().call(exchange('change')));
		expect((await failureFrom(asked().call(exchange('change')))).kind).toBe('unknown');
		expect(requests()).toBe(3);
	});

	it('sends nothing more of several requests when it is called again', async () => {
		const { asked, requests } = service(reply('OK 1'), reply('ERROR 04'));
		const parts = ['recipient 1', 'recipient 2'];
		const all = [ana, ben].map((to, part) => exchange('send', { to, body: `to ${part}`, part, parts }));
		const first = asked();
		await failureFrom(callAll(all, first.call));
		first.log.end(false);
		expect((await failureFrom(callAll(all, asked().call))).kind).toBe('unknown');
		expect(first.log.takeQuota(new Map(), 0)).toBe(1);
		expect(requests()).toBe(2);
	});
});

it.each([0, 3, 5, 8])(
	"an agent's call leaves an equal one alone that goes on meanwhile, %d turns after its first answer",
	async (turns) => {
		const { asked, requests } = service(reply('OK 1'), reply('OK 2'));
		const parts = ['recipient 1', 'recipient 2'];
		const both = parts.map((to, part) => exchange('send', { body: to, to: [to], part, parts }));
		const first = asked();
		const work = callAll(both, first.call);
		for (let turn = 0; turn < turns; turn++) await Promise.resolve();
		const failure = await failureFrom(callAll(both, asked().call));
		expect(failure.kind).toBe('unknown');
		expect(await work).toEqual(['OK 1', 'OK 2']);
		first.log.complete(0, [{ accepted: true }], 0);
		first.log.end(true);
		expect((await failureFrom(callAll(both, asked().call))).message).toContain('Not sent again');
		expect(requests()).toBe(2);
	},
);
