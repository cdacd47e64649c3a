import { eventually } from '../support/eventually';
import { colleague, from, setUpAssistant } from './assistantHarness';

/** Two accounts of SMSBOX have no part of the session of an SMS that tells them apart. */
describe('the example "AI assistant", beside its copy for another account', () => {
	const { at, play, rows, states, finish } = setUpAssistant();
	const ofCopy = { '{{ $workflow.id }}': 'copy' };
	const forCopy = 'Is my car repaired?';
	const forIt = 'A table for two, please';

	/** The person writes an SMS to one of the two, and its execution waits for more. */
	async function write(text: string, edits = {}): Promise<void> {
		await at.publish('sms', at.read(edits));
		const before = play.held;
		await at.harness.write('sms', { from, text });
		await eventually(() => expect(play.held).toBeGreaterThan(before));
	}

	/** Lets go, and all executions of both come to their end. */
	async function finishBoth(): Promise<void> {
		play.hold.open();
		await at.pass(1);
	}

	it('answers what was written to it, and leaves the rest to the copy', async () => {
		await write(forCopy, ofCopy);
		await write(forIt);
		await finishBoth();
		const answers = (await at.harness.sent()).map(({ text }) => text);
		expect(answers.sort()).toEqual([`Answer to: ${forIt}`, `Answer to: ${forCopy}`]);
		expect(states()).toEqual(['done', 'done']);
	});

	it('answers while a colleague is in charge at the copy', async () => {
		await write('A person, please', ofCopy);
		const [asking] = await finish();
		expect(asking?.status).toBe('waiting');
		await write(forIt);
		await finish();
		expect(await at.harness.recipients()).toEqual([from, colleague, from]);
		expect(states()).toEqual(['taken', 'done']);
	});

	it('ends at STOP only what was written to it', async () => {
		await write(forCopy, ofCopy);
		await write(forIt);
		await at.receive({ from, text: 'STOP' });
		expect(rows()).toMatchObject([
			{ text: forCopy, state: 'open' },
			{ text: forIt, state: 'done' },
		]);
		await finishBoth();
		expect(await at.harness.sent()).toEqual([{ number: from, text: `Answer to: ${forCopy}` }]);
	});
});
