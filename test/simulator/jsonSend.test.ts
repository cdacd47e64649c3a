import { toldOf, webhooksOf } from './jsonSupport';
import { simulatedChannels } from './simulatedChannels';
import { advance, asList, control, list, ofMessages, onlyMessage, start, state } from './support';

describe.each(simulatedChannels)('a send by $channel', (channel) => {
	const { send, hello } = channel;

	it.each(['nobody', '', '0600123456', '33 6 00 12 34 56', '3360012345', 'FR.13491208655302741918', '+'])(
		'refuses the recipient "%s" alone',
		async (wrong) => {
			const { status, body } = await send(hello, ['33600123456', wrong]);
			expect(status).toBe(202);
			expect(asList(body['recipients'])).toMatchObject([
				{ state: 'ACCEPTED' },
				{ submitted: wrong, state: 'REJECTED', reason_code: 'INVALID_RECIPIENT' },
			]);
			expect(await onlyMessage()).toMatchObject({ number: '33600123456' });
			expect(await state()).toMatchObject({ balance: 999 });
		},
	);

	it('takes nothing for what is refused at once', async () => {
		await send(hello, ['9994123']);
		expect(await state()).toMatchObject({ balance: 1_000, counts: { messages: 0 } });
	});

	it('stands in the log with all its values, the key struck out, and lists what nobody declares', async () => {
		const { call, logged } = channel;
		const content = { ...hello, ...logged.later };
		const recipients = ['33600123456', '33600123457'];
		const body = { recipients, contentMessage: content, validity: 5, priority: 'high', ...logged.beside };
		await call('message', body, logged.options);
		expect(await list('requests')).toMatchObject([
			{
				operation: logged.operation,
				headers: { authorization: 'App ***' },
				fields: { recipients: '33600123456,33600123457', ...logged.fields },
				undeclared: logged.undeclared,
				reply: { status: 202 },
			},
		]);
	});
});

/** What becomes of a message, by the number that it goes to. */
const fates = {
	WABA: [
		['33600123456', ['ack', 'sent', 'delivered'], 'two'],
		['9990123', ['ack', 'sent', 'delivered', 'read'], 'blue'],
		['9991123', ['ack', 'failed'], 'failed'],
		['9992123', ['ack', 'sent'], 'one'],
		['9993123', ['ack', 'sent', 'read'], 'blue'],
		['9995123', ['ack'], 'none'],
		['9996123', ['ack', 'sent', 'failed'], 'failed'],
		['9997123', ['ack', 'delivered', 'sent'], 'two'],
	],
	RCS: [
		['33600123456', ['SENT', 'DELIVERED'], 'two'],
		['9990123', ['SENT', 'DELIVERED', 'READ'], 'blue'],
		['9991123', ['FAILED'], 'failed'],
		['9992123', ['SENT'], 'one'],
		['9993123', ['SENT', 'READ'], 'blue'],
		['9995123', ['REJECTED'], 'failed'],
		['9996123', ['SENT', 'FAILED'], 'failed'],
		['9997123', ['DELIVERED', 'SENT'], 'two'],
		['9998123', ['SENT', 'DELIVERED'], 'two'],
	],
} satisfies Record<string, [number: string, statuses: string[], ticks: string][]>;

describe.each(simulatedChannels)('the status of a message by $channel', (channel) => {
	const { send, hello, startTold } = channel;

	it.each(fates[channel.channel])('to %s is told of in its order: %j', async (number, statuses, ticks) => {
		const receiver = await startTold();
		await send(hello, [number]);
		await advance(60);
		expect(toldOf(receiver, channel.statusWord)).toEqual(statuses);
		expect(await onlyMessage()).toMatchObject({ status: statuses.at(-1), ticks });
	});

	it('is told of by a POST of JSON to the address as it is, with the time in Paris', async () => {
		const receiver = await startTold();
		await send();
		await advance(1);
		const path = `/${channel.prefix}?token=a%20b`;
		const headers = { 'content-type': 'application/json' };
		expect(receiver.received).toMatchObject([{ method: 'POST', path, headers }]);
		expect(webhooksOf(receiver)).toMatchObject([
			{ envelope: { requestDate: '2027-01-13T12:00:01+01:00' }, data: { timestamp: '1799838001' } },
		]);
	});

	it('can be moved on by hand, to one recipient or to all, to any status', async () => {
		const receiver = await startTold();
		const { reference } = (await send(hello, ['33600123456', '33600123457'])).body;
		const move = async (given: object): Promise<unknown> =>
			(await control(`POST ${channel.prefix}/status`, { reference, ...given })).body['messages'];
		expect(await move({ status: 'READ' })).toBe(2);
		expect(await move({ number: '+33600123457', status: 'ARCHIVED' })).toBe(1);
		await advance(0);
		expect(toldOf(receiver, channel.statusWord).sort()).toEqual(['ARCHIVED', 'READ', 'READ']);
		expect(await ofMessages('status')).toEqual(['READ', 'ARCHIVED']);
	});

	it('moves, though nobody is told, where no address is configured', async () => {
		await send();
		await advance(60);
		expect(await list('callbacks')).toEqual([]);
		expect(await onlyMessage()).toMatchObject({ status: channel.arriving.at(-1) });
	});

	it('is forgotten with its reference and ID where too many others came', async () => {
		await start({ capacity: 3 });
		const sendTo = async (...numbers: string[]) => (await send(hello, numbers)).body['reference'];
		const move = (of: object) => control(`POST ${channel.prefix}/status`, { ...of, status: 'READ' });
		const forgotten = { reference: await sendTo('33600123455') };
		const [messageId] = await ofMessages('messageId');
		const reference = await sendTo('33600123456', '33600123457');
		await sendTo('33600123458', '33600123459');
		expect(await ofMessages('number')).toEqual(['33600123457', '33600123458', '33600123459']);
		expect((await move(forgotten)).status).toBe(404);
		if (channel.channel === 'WABA') expect((await move({ messageId })).status).toBe(404);
		expect((await move({ reference })).body).toMatchObject({ messages: 1 });
	});
});

describe.each(simulatedChannels)('a message from a phone by $channel', ({ startTold, write, twoAgents }) => {
	it('reaches the agent that it is for', async () => {
		const receiver = await startTold(twoAgents.settings);
		await write({ type: 'text', text: 'Hi' });
		await write({ type: 'text', text: 'Hi', ...twoAgents.toSecond });
		await advance(0);
		const envelopes = webhooksOf(receiver).map(({ envelope }) => envelope);
		expect(envelopes).toMatchObject(twoAgents.named);
	});
});
