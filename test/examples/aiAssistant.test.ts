import { jsonOf } from '../support/engine';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import {
	colleague,
	from,
	inHours,
	passedOn,
	phoneId,
	session,
	setUpAssistant,
	stored,
} from './assistantHarness';
import { answerAbout, answering, cut, refusing } from './faults';
import { eventId } from './setUpExample';

const other = '+33600123457';
const person = 'A person, please';
const textAsked = 'waba.message.sendText';
const smsAsked = 'sms.message.send';

describe('the example "AI assistant on WhatsApp, RCS and SMS"', () => {
	const set = setUpAssistant();
	const { at, play, rows, states, change, add, write, stop, finish, left, tick } = set;
	const { answerLeft, answers, answer } = set;
	const questions = () => play.asked.map(({ text }) => text);
	/** A row that is being answered elsewhere. */
	const addTaken = (): void => add({ text: 'one', state: 'taken', run: 'elsewhere', result: inHours(1) });

	it('answers several quick messages of each person once', async () => {
		for (const line of ['one', 'two', 'three']) {
			await write(line);
			await write(`other ${line}`, other);
		}
		const results = await finish();
		expect(results.map(({ status }) => status)).toEqual(Array(6).fill('success'));
		expect(await answers()).toEqual(
			expect.arrayContaining([
				answer('Answer to: one\ntwo\nthree'),
				answer('Answer to: other one\nother two\nother three', other),
			]),
		);
		expect(play.asked).toHaveLength(2);
		expect(states()).toEqual(Array(6).fill('done'));
	});

	it('answers a message that the workflow with the URL passes on, once', async () => {
		const event = {
			...{ channel: 'waba', event: 'incoming_message', eventId, from, chatInput: 'Are you open?' },
			...{ agent: { wabaId: '100100100100100', phoneId }, sessionId: session, optOut: false },
		};
		play.hold.open();
		for (let call = 0; call < 2; call += 1) await at.run({}, passedOn, event);
		expect(await answers()).toEqual([answer('Answer to: Are you open?')]);
		expect(states()).toEqual(['done']);
	});

	it('finds nothing to answer before anybody has written', async () => {
		expect(await tick()).toEqual([]);
	});

	it('stores a message at once where another execution makes the table at the same moment', async () => {
		at.tables.createTwice();
		await write('one');
		const [result] = await finish();
		// n8n runs a node with Retry On Fail again while an item that passes through it has an error.
		const noError: unknown = expect.not.objectContaining({ error: expect.anything() });
		expect(result && jsonOf(result, 'New message?')).toEqual([noError]);
		expect(states()).toEqual(['done']);
	});

	it('keeps a message that comes while the model thinks for the next answer', async () => {
		const { open, opened } = gate();
		play.thinking = async () => await opened;
		await write('one');
		play.hold.open();
		await eventually(() => expect(play.asked).toHaveLength(1));
		await write('two');
		open();
		await finish();
		expect(await answers()).toEqual([answer('Answer to: one'), answer('Answer to: two')]);
	});

	it('waits for another answer for two minutes, then leaves the message to the schedule', async () => {
		await stop();
		addTaken();
		await write('two');
		const results = await finish();
		expect(results.at(-1)?.status).toBe('success');
		expect(play.held).toBe(25);
		expect(states()).toEqual(['taken', 'open']);
	});

	it('gives its messages back when another execution has taken some at the same time', async () => {
		await write('two');
		let others = 0;
		play.beforeTaking = () => {
			others += 1;
			if (others === 1) addTaken();
			else change({ state: 'done' });
		};
		await finish();
		expect([others, play.asked, await answers()]).toEqual([2, [], []]);
	});

	it('stores a message once, though its event starts two executions', async () => {
		await write('one');
		const [first] = await finish();
		const [event = {}] = first ? jsonOf(first, 'WhatsApp message') : [];
		await at.run({}, 'WhatsApp message', event);
		expect(states()).toEqual(['done']);
		expect(await answers()).toHaveLength(1);
	});

	it('passes a photo on, downloaded once it is known which execution answers', async () => {
		await write('Look');
		await write({ type: 'image', caption: 'My table' });
		expect(await at.harness.asked()).toEqual([]);
		await finish();
		expect(play.asked).toEqual([{ text: 'Look\nMy table', files: ['image/png'] }]);
	});

	it.each([
		['image', 'nothing', '', { text: 'Photo', files: ['image/png'] }],
		['audio', 'a text', 'What I said', { text: 'What I said', files: [] }],
		['audio', 'an empty text', '', { text: 'Audio', files: [] }],
		['audio', 'no recording', null, { text: 'Audio', files: [] }],
	])('passes on a file of type %s that is read as %s', async (type, _what, heard, asked) => {
		play.heard = () => heard;
		await write({ type });
		await finish();
		expect(play.asked).toEqual([asked]);
		expect(states()).toEqual(['done']);
	});

	it('answers a message that is a reaction in words, but no reaction', async () => {
		const { messageId } = await at.harness.receiveByWhatsApp({ from, type: 'text', text: '👍' });
		await at.harness.write('waba', { from, type: 'reaction', emoji: '👍', messageId });
		await finish();
		expect(questions()).toEqual(['👍']);
		expect(states()).toEqual(['done']);
	});

	it('answers equal texts as the messages that they are', async () => {
		await write('ok');
		await write('ok');
		await finish();
		expect(await answers()).toEqual([answer('Answer to: ok\nok')]);
	});

	it('cuts an answer that is too long for WhatsApp', async () => {
		play.answering = () => '🙂'.repeat(5000);
		await write('one');
		await finish();
		expect(await answers()).toEqual([answer('🙂'.repeat(2000))]);
		expect(states()).toEqual(['done']);
	});

	/** WhatsApp's next answer has this state. */
	const about = { submitted: from.slice(1), rewrited: from.slice(1), reason_code: 'NOT_ALLOWED' };
	const said = (state: string) => answering(textAsked, answerAbout({ ...about, state }));
	const why: unknown = expect.stringMatching(/./);
	const notAllowed: unknown = expect.stringContaining('NOT_ALLOWED');
	it.each([
		['the model has no words', '', [], [], why],
		['the model has only blanks', ' \n ', [], [], why],
		['WhatsApp rejects the answer', 'one', [said('REJECTED')], [], notAllowed],
		['WhatsApp has an unknown state', 'one', [said('PERHAPS')], [], notAllowed],
		['the answer was perhaps sent', 'one', [cut(textAsked)], [answer('one')], why],
	])('lists a message as failed where %s, and does not try again', async (_what, words, ...row) => {
		const [faults, sent, result] = row;
		play.answering = () => words;
		await at.harness.break(...faults);
		await write('one');
		await finish();
		expect(await answers()).toEqual(sent);
		expect(rows()).toEqual([expect.objectContaining({ state: 'failed', result })]);
		expect(await tick()).toEqual([]);
	});

	it('answers nothing after STOP, though the model has answered', async () => {
		play.thinking = stop;
		await write('one');
		await finish();
		expect([questions(), await answers(), states()]).toEqual([['one'], [], ['done']]);
	});

	it.each([
		['has ended others', ['one'], ['done', 'done']],
		['has found none', [], ['done']],
	])('answers no message that is stored after a STOP that %s', async (_what, before, expected) => {
		for (const line of before) await write(line);
		play.beforeLate = gate();
		const stopped = stop();
		await eventually(() => expect(play.stops).toBe(1));
		await write('two');
		play.beforeLate.open();
		await stopped;
		await finish();
		expect([states(), play.asked]).toEqual([expected, []]);
		await write('three');
		await finish();
		expect(await answers()).toEqual([answer('Answer to: three')]);
	});

	it('asks no colleague, and does not pause, after a STOP that came with the answer', async () => {
		play.beforeHandingOver = () => change({ state: 'done', result: 'STOP' });
		await write(person);
		await finish();
		expect(await answers()).toHaveLength(1);
		expect(await at.harness.sent()).toEqual([]);
		expect(states()).toEqual(['done']);
	});

	it('ends what is open at STOP, and keeps the list of what failed', async () => {
		await stop();
		for (const state of ['open', 'taken', 'person', 'failed', 'done']) add({ text: 'one', state });
		await stop();
		expect(states()).toEqual(['done', 'done', 'done', 'failed', 'done']);
	});

	it('lists a message whose colleague could not be asked', async () => {
		await at.harness.break(cut(smsAsked));
		await write(person);
		await finish();
		expect(states()).toEqual(['failed']);
	});

	it('lists a message whose colleague was not asked: a dry run', async () => {
		const safety = `"safetyOptions": { "deduplicationKey": "={{ $('Answer').first().json.key }}" }`;
		const before = '}\n\t\t\t\t},\n\t\t\t\t';
		const edits = { [before + safety]: `${before}"safetyOptions": { "dryRun": true }` };
		await at.publish('waba', at.read(edits));
		await write(person);
		await finish();
		expect(await at.harness.sent()).toEqual([]);
		expect(rows()).toMatchObject([{ state: 'failed', result: expect.stringContaining('Dry Run') }]);
	});

	it('lets a colleague take over, and pauses meanwhile', async () => {
		await write('Can I talk to a person, please?');
		const [first] = await finish();
		expect(first?.status).toBe('waiting');
		expect(await answers()).toEqual([answer('A colleague will contact you soon. Until then, I pause.')]);
		expect((await at.harness.sent()).map(({ number, text }) => [number, text.slice(0, 60)])).toEqual([
			[colleague, `${from} wants to talk to a person: Can I talk to a person, plea`.slice(0, 60)],
		]);
		change({}, 6);
		await answerLeft();
		expect(states()).toEqual(['person']);
		await write('Hello?');
		await at.served.executions[1]?.result;
		expect(states()).toEqual(['person', 'open']);
		if (first) await at.harness.expire(first);
		// Nobody has said that the person was called.
		expect(states()).toEqual(['failed', 'open']);
		expect(play.asked).toEqual([]);
		expect(await at.harness.asked()).toEqual([textAsked, smsAsked]);
	});

	it('asks a colleague about a message of some hours, and is silent for a day from then on', async () => {
		await left(24 * 60 + 55, { text: person, state: 'open' });
		const [asking] = await answerLeft();
		expect(asking?.status).toBe('waiting');
		expect(rows().every(({ result }) => String(result) > inHours(24.5))).toBe(true);
		// The schedule comes late, as n8n was down.
		change({}, 90);
		await answerLeft();
		expect(states()).toEqual(['person']);
		change({}, 24 * 60);
		await answerLeft();
		await write('Hello?');
		await finish();
		expect([states(), play.asked]).toEqual([['person', 'open'], []]);
		expect(await at.harness.sent()).toHaveLength(1);
	});

	it('lets a message wait while it is unsure whether a colleague was asked', async () => {
		await write(person);
		await finish();
		await write('Hello?');
		await finish();
		expect([states(), play.asked]).toEqual([['taken', 'open'], []]);
	});

	it('asks a colleague after a crash just before that', async () => {
		// An error that ends the execution leaves the rows as the end of n8n would.
		const once = '"executeOnce": true';
		await at.publish('waba', at.read({ [`${once},\n\t\t\t"onError": "continueErrorOutput"`]: once }));
		await at.harness.break(refusing(smsAsked));
		await write(person);
		const [crashed] = await finish();
		await at.harness.break();
		expect(crashed?.status).toBe('error');
		expect(await at.harness.sent()).toEqual([]);
		change({}, 6);
		const [again] = await answerLeft();
		expect(again?.status).toBe('waiting');
		expect(await answers()).toHaveLength(1);
		expect(await at.harness.sent()).toHaveLength(1);
		if (again) await at.harness.expire(again);
		expect(states()).toEqual(['failed']);
	});

	it('keeps STOP, whatever the colleague does afterwards', async () => {
		await write(person);
		const [first] = await finish();
		await stop();
		if (first) await at.harness.expire(first);
		expect(rows()).toEqual([expect.objectContaining({ state: 'done', result: 'STOP' })]);
		expect(await answers()).toHaveLength(1);
	});

	it('tells a colleague the beginning of a long message', async () => {
		await write(`A person, please! ${'🙂'.repeat(1000)}`);
		await finish();
		expect((await at.harness.sent()).map(({ text }) => text.split('🙂').length - 1)).toEqual([82]);
		expect(states()).toEqual(['taken']);
	});

	it.each([
		['A person, please', true],
		['Can I speak to someone?', true],
		['I want a human', true],
		['Une personne, svp', true],
		['une personne s.v.p.', true],
		['Une personne, stp', true],
		['Une personne sil vous plaît', true],
		['Can I ask for a person, please?', true],
		['Je voudrais parler à quelqu’un', true],
		['une personne', true],
		['Une table pour une personne', false],
		['Une table pour une personne samedi soir', false],
		['Une table pour une personne s’il vous plaît', false],
		['A person told me that you are open', false],
		['Is it for one person?', false],
	])('takes "%s" as the wish for a person: %s', async (message, isHandedOver) => {
		await write(message);
		await finish();
		expect(states()).toEqual([isHandedOver ? 'taken' : 'done']);
	});

	describe('when the model fails', () => {
		const failing = async (): Promise<void> => await Promise.reject(new Error('The model is down'));

		it('is seen in the list of executions, and tried again', async () => {
			play.thinking = failing;
			await write('one');
			const [execution] = await finish();
			expect([execution?.status, states()]).toEqual(['error', ['taken']]);
			expect(await tick()).toEqual([]);
			change({}, 6);
			expect(await tick()).toHaveLength(1);
		});

		it('tries a message again that had waited for hours before', async () => {
			await left(90, { text: 'one', state: 'open' });
			play.thinking = failing;
			await answerLeft();
			change({}, 6);
			play.thinking = async () => undefined;
			await answerLeft();
			expect(states()).toEqual(['done']);
		});

		const allOf = (...all: string[]) => all.map((state) => ({ text: 'one', state, result: inHours(-0.01) }));
		it('gives up after an hour, but only what was tried, and deletes none of it', async () => {
			await left(61, ...allOf('open', 'taken', 'person', 'done', 'failed'));
			expect(await tick()).toHaveLength(1);
			expect(states()).toEqual(['open', 'failed', 'person', 'done', 'failed']);
		});

		it('lists what nobody has answered within a day, and deletes what was answered', async () => {
			await left(24 * 60, { text: 'one', state: 'person' });
			await tick();
			expect(states()).toEqual(['person']);
			at.tables.makeOld(26 * 60);
			for (const state of ['open', 'person', 'done', 'failed']) add({ text: 'one', state });
			expect(await tick()).toEqual([]);
			expect(states()).toEqual(['person', 'failed', 'failed', 'failed']);
		});
	});

	describe('after a crash', () => {
		/** Rows that an execution of an n8n that has ended left behind. */
		const open = { result: inHours(1), state: 'open' };
		const taken = { ...open, state: 'taken', run: 'gone' };

		it('answers messages that were open, together', async () => {
			await left(6, { ...open, text: 'one' }, { ...open, text: 'two' });
			await answerLeft();
			expect(await answers()).toEqual([answer('Answer to: one\ntwo')]);
			await answerLeft();
			expect(play.asked).toHaveLength(1);
		});

		it('leaves the messages of a copy of the workflow to that copy, whose keys it does not have', async () => {
			const ofCopy = { event: 'copy:event', session: stored(session, 'copy') };
			await left(6, { ...open, ...ofCopy, text: 'one' }, { ...taken, ...ofCopy, text: 'two' });
			await answerLeft();
			expect([await answers(), states()]).toEqual([[], ['open', 'taken']]);
		});

		it('answers messages that were taken, without those that came later', async () => {
			await left(6, { ...taken, text: 'one' }, { ...open, text: 'two' });
			await answerLeft();
			expect(await answers()).toEqual([answer('Answer to: one'), answer('Answer to: two')]);
		});

		it('sends no second answer where the first was sent', async () => {
			await write('one');
			const [execution] = await finish();
			expect(states()).toEqual(['done']);
			expect(execution && jsonOf(execution, 'Read my messages')).toHaveLength(1);
			play.answering = () => 'In other words';
			change({ state: 'taken', result: inHours(1) }, 6);
			await answerLeft();
			expect(play.asked).toHaveLength(2);
			expect(await answers()).toHaveLength(1);
			expect(states()).toEqual(['done']);
		});
	});

	it('answers a message whose row has the ID of one that was deleted', async () => {
		at.tables.makeOld(25 * 60);
		await write('one');
		await finish();
		change({}, 25 * 60);
		at.tables.makeOld(0);
		await tick();
		expect(states()).toEqual([]);
		at.tables.reuseIds();
		await write('two');
		await finish();
		expect(await answers()).toEqual([answer('Answer to: one'), answer('Answer to: two')]);
	});

	/** A person writes by another channel, and the execution of it ends. */
	const ended = async (channel: 'rcs' | 'sms', message: object = { text: 'one' }): Promise<void> => {
		await at.publish(channel);
		play.hold.open();
		await at.receive({ from, ...(channel === 'rcs' && { type: 'text' }), ...message });
		expect(states()).toEqual(['done']);
	};

	it.each([
		['', 'smsbox-demo-agent'],
		[' for an agent whose ID is too long for the session', `${'a'.repeat(80)}_agent`],
	])('answers by RCS%s', async (_who, agentId) => {
		await at.harness.configure({ rcsAgents: [{ agentId, name: 'Long' }] });
		await ended('rcs', { text: 'one', agentId });
		const content = { text: 'Answer to: one' };
		expect(await at.harness.sentByRcs()).toMatchObject([{ number: from, content }]);
	});

	it('tells the model of a photo by RCS, and fetches nothing', async () => {
		await ended('rcs', { type: 'file' });
		expect(play.asked).toEqual([{ text: expect.stringMatching(/^(Photo|Document)/), files: [] }]);
		expect(await at.harness.asked()).toEqual(['rcs.message.send']);
	});

	it('answers by SMS', async () => {
		await ended('sms');
		expect(await at.harness.sent()).toEqual([{ number: from, text: 'Answer to: one' }]);
	});

	it('cuts an answer that is too long for SMS', async () => {
		play.answering = () => 'word '.repeat(1000);
		await ended('sms');
		expect((await at.harness.sendFields()).map(({ max_parts: parts }) => parts)).toEqual(['4']);
	});

	it('ends the conversation by a keyword without a text', async () => {
		await at.publish('sms');
		await at.receive({ from, text: 'STOP' });
		add({ session: stored(`sms:${from}`), text: 'one', state: 'open' });
		await at.receive({ from, text: '', keyword: 'STOP' });
		expect(states()).toEqual(['done']);
	});
});
