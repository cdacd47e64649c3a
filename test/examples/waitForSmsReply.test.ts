import { z } from 'zod';
import { jsonOf, type RunResult } from '../support/engine';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const name = 'wait-for-sms-reply';
const table = 'smsbox_questions';
const from = '+33600123456';
const other = '+33600123457';
const text = 'Which day suits you for the delivery? Reply to this SMS.';

describe('the example "wait for a written SMS reply"', () => {
	const at = setUpExample(name, { published: 'sms' });

	/** Runs the upper flow up to where it waits. */
	async function ask(phone = from): Promise<RunResult> {
		return await at.runToWait({ '+33600123456': phone });
	}

	/** Somebody writes an SMS. Returns the n-th execution of the lower flow, once it has ended. */
	async function write(message: { from: string; text: string }, index = 0): Promise<RunResult> {
		await at.harness.receive(message);
		const result = await at.started(index);
		return result;
	}

	/** An SMS as SMSBOX reports it, whatever it refers to; the first that starts the lower flow. */
	async function writeReferringTo(reference: string, message: { from: string; text: string }): Promise<void> {
		const url = new URL(at.served.url);
		url.search = new URLSearchParams({
			modem: '36180',
			numero: message.from.slice(1),
			reference: '77',
			ts: '1705326600',
			charset: 'UTF-8',
			message: message.text,
			link_reference: reference,
		}).toString();
		await fetch(url);
		await at.started(0);
	}

	const rows = () => at.tables.rows(table);

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

	it('ends with an error, and asks nobody, where a cell has two numbers', async () => {
		const items = [{ json: { phone: `${from}, ${other}`, text } }];
		const result = await at.harness.run(readExample(name), 'Called for one person', items);
		expect(result).toMatchObject({
			status: 'error',
			error: { message: expect.stringMatching(/one number/) },
		});
		expect(await at.harness.sent()).toEqual([]);
	});

	describe('an SMS that the workflow with the URL passes on', () => {
		const passOn = async (waiting: RunResult, reply: string, optOut = false): Promise<RunResult> => {
			const event = {
				channel: 'sms',
				event: 'incoming_sms',
				eventId: '0123456789abcdef0123456789abcdef',
				from,
				text: reply,
				optOut,
				lastSentReference: jsonOf(waiting, 'Ask by SMS')[0]?.['reference'],
			};
			return await at.harness.run(readExample(name), 'Called for one person', [{ json: event }]);
		};

		it('is the reply', async () => {
			const waiting = await ask();
			expect((await passOn(waiting, 'Monday')).status).toBe('success');
			expect(jsonOf(await at.resumed(waiting), 'Reply')).toEqual([{ phone: from, reply: 'Monday' }]);
			expect(await at.harness.sent()).toHaveLength(1);
		});

		it('is none if it is a STOP', async () => {
			const waiting = await ask();
			expect((await passOn(waiting, 'STOP', true)).data).not.toHaveProperty('Resume');
			expect(jsonOf(await at.expired(waiting), 'No reply')).toHaveLength(1);
		});
	});

	it('ends with an error, and asks nobody, where there are two people', async () => {
		const items = [from, other].map((phone) => ({ json: { phone } }));
		const result = await at.harness.run(readExample(name), 'Run by hand', items);
		expect(result).toMatchObject({
			status: 'error',
			error: { message: expect.stringContaining('one person per run') },
		});
		expect(await at.harness.sent()).toEqual([]);
	});

	it('asks the person of each call, with its text', async () => {
		for (const phone of [from, other]) {
			const call = [{ json: { phone, text: `For ${phone}` } }];
			const { status } = await at.harness.run(readExample(name), 'Called for one person', call);
			expect(status).toBe('waiting');
		}
		expect(await at.harness.sent()).toEqual(
			[from, other].map((number) => ({ number, text: `For ${number}` })),
		);
	});

	it.each([{}, { phone: from }, { text }])('asks nobody, and fails, when called with %j', async (json) => {
		const { status } = await at.harness.run(readExample(name), 'Called for one person', [{ json }]);
		expect({ status, sent: await at.harness.sent(), rows: rows() }).toEqual({
			status: 'error',
			sent: [],
			rows: [],
		});
	});

	it('neither waits for a person who opted out, nor has them called', async () => {
		const excluded = { '"senderType"': `"safetyOptions": { "excludedRecipients": "${from}" }, "senderType"` };
		const result = await at.run(excluded);
		expect(jsonOf(result, 'Not asked')).toEqual([{ phone: from, why: expect.stringContaining('Excluded') }]);
		expect({ sent: await at.harness.sent(), rows: rows() }).toEqual({ sent: [], rows: [] });
	});

	it.each(['', ' '])('goes on waiting after an SMS that contains only "%s"', async (empty) => {
		const waiting = await ask();
		await write({ from, text: empty });
		expect((await at.harness.resumed(waiting)).status).toBe('waiting');
		await write({ from, text: 'Tuesday' }, 1);
		expect(jsonOf(await at.resumed(waiting), 'Reply')).toEqual([{ phone: from, reply: 'Tuesday' }]);
	});

	it.each([
		['a wildcard', () => '%'],
		['a part of its reference', (reference: string) => reference.slice(3, 9)],
		['its last digits', (reference: string) => reference.slice(-4)],
	])('takes an SMS that refers to %s for no reply', async (_what, referenceOf) => {
		const waiting = await ask();
		const reference = z.string().parse(rows()[0]?.['reference']).slice(1, -1);
		await writeReferringTo(referenceOf(reference), { from: other, text: 'no' });
		expect((await at.harness.resumed(waiting)).status).toBe('waiting');
	});

	it('goes on with the reply, and forgets the question', async () => {
		const waiting = await ask();
		await write({ from, text: 'Tuesday, après 18 h 😀' });
		const result = await at.resumed(waiting);
		expect(jsonOf(result, 'Reply')).toEqual([{ phone: from, reply: 'Tuesday, après 18 h 😀' }]);
		expect(Object.keys(result.data)).not.toContain('No reply');
		expect(rows()).toEqual([]);
	});

	describe('of two segments', () => {
		const long =
			'Quel jour vous convient-il pour être livré ? Répondez à ce SMS, s’il vous plaît : lundi, mardi…';
		const askLong = async (): Promise<RunResult> => await at.runToWait({ [text]: long });
		const storedReferences = (): string[] =>
			rows().flatMap(({ reference }) => z.string().parse(reference).split(',').filter(Boolean));

		it.each([0, 1])(
			'goes on with the reply that refers to segment %i, and forgets the question',
			async (segment) => {
				const waiting = await askLong();
				const references = storedReferences();
				expect(references).toHaveLength(2);
				await writeReferringTo(references[segment] ?? '', { from, text: 'mardi' });
				expect(jsonOf(await at.resumed(waiting), 'Reply')).toEqual([{ phone: from, reply: 'mardi' }]);
				expect(rows()).toEqual([]);
			},
		);

		it('goes on once without a reply', async () => {
			const result = await at.expired(await askLong());
			expect(jsonOf(result, 'No reply')).toEqual([{ phone: from, todo: `Call ${from}` }]);
			expect(rows()).toEqual([]);
		});
	});

	it('goes on without a reply after two days, and forgets the question', async () => {
		const result = await at.expired(await ask());
		expect(jsonOf(result, 'No reply')).toEqual([{ phone: from, todo: `Call ${from}` }]);
		expect(rows()).toEqual([]);
	});

	it('takes the second SMS of a person for no reply', async () => {
		const waiting = await ask();
		await write({ from, text: 'Tuesday' }, 0);
		await at.harness.resumed(waiting);
		const second = await write({ from, text: 'Sorry, Wednesday' }, 1);
		expect(jsonOf(second, 'Look up the question')).toEqual([]);
		expect(jsonOf(await at.harness.resumed(waiting), 'Reply')).toEqual([{ phone: from, reply: 'Tuesday' }]);
	});

	it('leaves a reply at "Too late" while its question has been answered, but is still stored', async () => {
		const waiting = await ask();
		const [row] = rows();
		const answer = await fetch(String(row?.['resumeUrl']), { method: 'POST' });
		expect(answer.status).toBe(200);
		await at.harness.resumed(waiting);
		at.tables.restore(table, row);
		const late = await write({ from, text: 'Tuesday' });
		expect(jsonOf(late, 'Too late')).toEqual([
			{ phone: from, text: 'Tuesday', why: expect.stringMatching(/409|finished/) },
		]);
	});

	it('resumes only the execution that asked the sender', async () => {
		const [first, second] = [await ask(), await ask(other)];
		await write({ from: other, text: 'Friday' });
		expect(jsonOf(await at.harness.resumed(second), 'Reply')).toEqual([{ phone: other, reply: 'Friday' }]);
		expect((await at.harness.resumed(first)).status).toBe('waiting');
		expect(rows()).toHaveLength(1);
	});

	it('starts nothing for a STOP, and resumes nothing for an SMS of somebody else', async () => {
		const waiting = await ask();
		await at.harness.receive({ from, text: 'STOP' });
		const result = await write({ from: other, text: 'Hello' });
		expect(jsonOf(result, 'Follows an SMS?')).toEqual([]);
		expect(at.served.executions).toHaveLength(1);
		expect((await at.harness.resumed(waiting)).status).toBe('waiting');
	});
});
