import { z } from 'zod';
import { jsonOf, type RunResult } from '../support/engine';
import { eventId, setUpExample } from './setUpExample';

const from = '+33600123456';
const other = '+33600123457';
const text = 'Which day suits you for the delivery? Reply to this SMS.';
const called = 'Called for one person';

describe('the example "wait for a written SMS reply"', () => {
	const at = setUpExample('wait-for-sms-reply', { published: 'sms' });
	const rows = () => at.tables.rows('smsbox_questions');
	const nothing = async () => expect([await at.harness.sent(), rows()]).toEqual([[], []]);

	/** Runs the upper flow up to where it waits. */
	const ask = async (phone = from): Promise<RunResult> => await at.runToWait({ [from]: phone });

	/** Somebody writes an SMS. Returns the execution of the lower flow, once it has ended. */
	const write = async (reply: string, phone = from) => await at.receive({ from: phone, text: reply });

	/** An SMS as SMSBOX reports it, whatever it refers to; the first that starts the lower flow. */
	async function writeReferringTo(reference: string, phone: string, reply: string): Promise<void> {
		const rest = 'modem=36180&reference=77&ts=1705326600&charset=UTF-8';
		const link = encodeURIComponent(reference);
		await at.call(`${rest}&numero=${phone.slice(1)}&message=${reply}&link_reference=${link}`);
		await at.started();
	}

	it('asks by a message that can be answered, and stores its reference with the URL', async () => {
		const waiting = await ask();
		expect(await at.harness.sent()).toEqual([{ number: from, text }]);
		expect((await at.harness.sendFields())[0]).toMatchObject({ mode: 'Reponse', strategy: '2' });
		expect(rows()).toEqual([
			{
				reference: `,${z.string().parse(jsonOf(waiting, 'Ask by SMS')[0]?.['reference'])},`,
				resumeUrl: expect.stringContaining(`/webhook-waiting/${waiting.executionId}?signature=`),
			},
		]);
	});

	it.each([
		['a cell has two numbers', called, [{ phone: `${from}, ${other}`, text }], 'one number'],
		['there are two people', 'Run by hand', [{ phone: from }, { phone: other }], 'one person per run'],
	])('ends with an error, and asks nobody, where %s', async (_what, node, items, why) => {
		const { error } = await at.fail({}, node, ...items);
		expect(error).toMatchObject({ message: expect.stringContaining(why) });
		await nothing();
	});

	it.each([{}, { phone: from }, { text }])('asks nobody, and fails, when called with %j', async (json) => {
		await at.fail({}, called, json);
		await nothing();
	});

	const withSafety = (options: string) => ({
		'"senderType"': `"safetyOptions": ${options}, "senderType"`,
	});

	it.each([
		['in Excluded Recipients', `{ "excludedRecipients": "${from}" }`, 'Excluded Recipients'],
		['in a dry run', '{ "dryRun": true }', 'Dry Run'],
	])('neither waits for a person %s, nor has them called', async (_what, options, why) => {
		const result = await at.run(withSafety(options));
		expect(jsonOf(result, 'Not asked')).toEqual([{ phone: from, why: expect.stringContaining(why) }]);
		await nothing();
	});

	it('waits once for a person who is asked twice under one deduplication key', async () => {
		const keyed = withSafety('{ "deduplicationKey": "order 7" }');
		const first = await at.runToWait(keyed);
		const why: unknown = expect.stringContaining('Deduplication Key');
		expect(jsonOf(await at.run(keyed), 'Not asked')).toEqual([{ phone: from, why }]);
		await at.receive({ from, text: 'Monday' });
		expect(jsonOf(await at.resumed(first), 'Reply')).toEqual([{ phone: from, reply: 'Monday' }]);
	});

	it('asks the person of each call, with its text', async () => {
		const calls = [from, other].map((phone) => ({ phone, text: `For ${phone}` }));
		for (const call of calls) await at.runToWait({}, called, call);
		const sent = (await at.harness.sent()).map(({ number, ...sms }) => ({ phone: number, ...sms }));
		expect(sent).toEqual(calls);
	});

	it.each([
		['a row of a table with such a column', { eventId: 'concert-12' }],
		['a message by WhatsApp', { channel: 'waba', event: 'incoming_message', eventId, from, optOut: false }],
	])('asks the person of a call that has an eventId, of %s', async (_what, json) => {
		await at.runToWait({}, called, { ...json, phone: from, text });
		expect(await at.harness.sent()).toEqual([{ number: from, text }]);
	});

	describe('an SMS that the workflow with the URL passes on', () => {
		const passOn = async (waiting: RunResult, reply: string, optOut = false): Promise<RunResult> =>
			await at.run({}, called, {
				...{ channel: 'sms', event: 'incoming_sms', eventId, from, text: reply, chatInput: reply, optOut },
				lastSentReference: jsonOf(waiting, 'Ask by SMS')[0]?.['reference'],
			});

		it('is the reply', async () => {
			const waiting = await ask();
			await passOn(waiting, 'Monday');
			expect(jsonOf(await at.resumed(waiting), 'Reply')).toEqual([{ phone: from, reply: 'Monday' }]);
			expect(await at.harness.sent()).toHaveLength(1);
		});

		it('is none if it is a STOP', async () => {
			const waiting = await ask();
			expect((await passOn(waiting, 'STOP', true)).data).not.toHaveProperty('Resume');
			expect(jsonOf(await at.expired(waiting), 'No reply')).toHaveLength(1);
		});
	});

	it.each(['', ' '])('goes on waiting after an SMS that contains only "%s"', async (empty) => {
		const waiting = await ask();
		await write(empty);
		await at.stillWaiting(waiting);
		await write('Tuesday');
		expect(jsonOf(await at.resumed(waiting), 'Reply')).toEqual([{ phone: from, reply: 'Tuesday' }]);
	});

	it('goes on with the keyword of an SMS without a text, as it comes from a shared number', async () => {
		const waiting = await ask();
		const reference = z.string().parse(jsonOf(waiting, 'Ask by SMS')[0]?.['reference']);
		const rest = `modem=36180&numero=${from.slice(1)}&reference=77&ts=1705326600&charset=UTF-8`;
		await at.call(`${rest}&keyword=MARDI&message=&link_reference=${reference}`);
		await at.started();
		expect(jsonOf(await at.resumed(waiting), 'Reply')).toEqual([{ phone: from, reply: 'MARDI' }]);
	});

	it.each([
		['a wildcard', () => '%'],
		['a part of its reference', (reference: string) => reference.slice(3, 9)],
		['its last digits', (reference: string) => reference.slice(-4)],
	])('takes an SMS that refers to %s for no reply', async (_what, referenceOf) => {
		const waiting = await ask();
		const reference = z.string().parse(rows()[0]?.['reference']).slice(1, -1);
		await writeReferringTo(referenceOf(reference), other, 'no');
		await at.stillWaiting(waiting);
	});

	const long = 'Quel jour vous convient-il pour être livré ? Répondez à ce SMS, s’il vous plaît : mardi…';

	it.each([0, 1])('goes on with the reply to segment %i of two, and forgets it', async (segment) => {
		const waiting = await at.runToWait({ [text]: long });
		const [references = []] = rows().map((row) => String(row['reference']).split(',').filter(Boolean));
		expect(references).toHaveLength(2);
		await writeReferringTo(references[segment] ?? '', from, 'mardi');
		expect(jsonOf(await at.resumed(waiting), 'Reply')).toEqual([{ phone: from, reply: 'mardi' }]);
		expect(rows()).toEqual([]);
	});

	it.each([
		['one segment', {}],
		['two segments', { [text]: long }],
	])('goes on once without a reply to %s after two days, and forgets the question', async (_what, edits) => {
		const result = await at.expired(await at.runToWait(edits));
		expect(jsonOf(result, 'No reply')).toEqual([{ phone: from, todo: `Call ${from}` }]);
		expect(rows()).toEqual([]);
	});

	it('goes on with the first SMS of a person as the reply, and takes the second for none', async () => {
		const waiting = await ask();
		const reply = 'Tuesday, après 18 h 😀';
		await write(reply);
		expect((await at.resumed(waiting)).data).not.toHaveProperty('No reply');
		expect(rows()).toEqual([]);
		expect(jsonOf(await write('Sorry, Wednesday'), 'Look up the question')).toEqual([]);
		expect(jsonOf(await at.resumed(waiting), 'Reply')).toEqual([{ phone: from, reply }]);
	});

	it('leaves a reply at "Too late" while its question has been answered, but is still stored', async () => {
		const waiting = await ask();
		const [row] = rows();
		const answer = await fetch(String(row?.['resumeUrl']), { method: 'POST' });
		expect(answer.status).toBe(200);
		await at.harness.resumed(waiting);
		at.tables.restore('smsbox_questions', row);
		expect(jsonOf(await write('Tuesday'), 'Too late')).toEqual([
			{ phone: from, text: 'Tuesday', why: expect.stringMatching(/409|finished/) },
		]);
	});

	it('resumes only the execution that asked the sender', async () => {
		const [first, second] = [await ask(), await ask(other)];
		await write('Friday', other);
		expect(jsonOf(await at.resumed(second), 'Reply')).toEqual([{ phone: other, reply: 'Friday' }]);
		await at.stillWaiting(first);
		expect(rows()).toHaveLength(1);
	});

	it('starts nothing for a STOP, and resumes nothing for an SMS of somebody else', async () => {
		const waiting = await ask();
		await at.harness.write('sms', { from, text: 'STOP' });
		expect(jsonOf(await write('Hello', other), 'Follows an SMS?')).toEqual([]);
		expect(at.served.executions).toHaveLength(1);
		await at.stillWaiting(waiting);
	});
});
