import { assistantRoundTrip } from '../../playground/src/roundTrips/assistant';
import { roundTrip, testSamples } from '../../playground/src/roundTrips/roundTrip';
import { Phones } from '../../playground/src/roundTrips/trip';
import { simulatorApi, type SimulatorApi } from '../../playground/src/simulatorApi';
import type { Stage } from '../../playground/src/stage';
import { PlaygroundError } from '../../playground/src/support/playgroundError';
import { setUpAssistant } from '../examples/assistantHarness';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { stageOf, unpublished } from './stages';

const declaring = (names: string[]): SimulatorApi => ({
	...simulatorApi('http://127.0.0.1:9'),
	undeclaredAbout: async () => await Promise.resolve(names),
});

it('leaves out the round trips of workflows that are not published', async () => {
	const published = { ...unpublished, isPublished: true };
	const workflows = {
		send: published,
		report: published,
		ask: published,
		rcs: published,
		approval: published,
	};
	const said: string[] = [];
	await roundTrip(stageOf(declaring([]), workflows), (line) => said.push(line));
	expect(said).toEqual([]);
});

describe('a start', () => {
	const failure = new PlaygroundError('The nodes sent undeclared parameters: foo.');
	async function start(once: boolean, stage: Stage) {
		const said: string[] = [];
		const errors: unknown[] = [];
		const say = (line: string) => void said.push(line);
		const complain = (error: unknown) => void errors.push(error);
		await testSamples(stage, { once, voice: { done: say, note: say }, complain });
		return { said, errors };
	}

	it('tells a round trip that failed, and runs on', async () => {
		await expect(start(false, stageOf(declaring(['foo']), {}))).resolves.toEqual({
			said: ['The round trip failed. n8n and the simulator run on.'],
			errors: [failure],
		});
	});

	it('ends with the failure with --once', async () => {
		await expect(start(true, stageOf(declaring(['foo']), {}))).rejects.toThrow(failure);
	});

	it('ends with the failure where n8n runs no longer', async () => {
		const ended = { ...stageOf(declaring(['foo']), {}), n8nEnded: () => new PlaygroundError('n8n exited.') };
		await expect(start(false, ended)).rejects.toThrow(failure);
	});

	it.each([true, false])('tells a round trip that went well (once: %s)', async (once) => {
		const { said, errors } = await start(once, stageOf(declaring([]), {}));
		expect(said).toEqual([expect.stringContaining('round trip complete')]);
		expect(errors).toEqual([]);
	});
});

describe('the conversation with the assistant', () => {
	const { at, play, write, rows, change } = setUpAssistant();

	/** The assistant waits until all messages of a turn are stored, however slow the machine is: until the guest looks for the answer. */
	function waitingForTurns(api: SimulatorApi): SimulatorApi {
		let turn: typeof play.hold | undefined;
		return {
			...api,
			wabaIncoming: async (message) => {
				turn ??= play.hold = gate();
				const before = rows().length;
				const received = await api.wabaIncoming(message);
				await eventually(() => expect(rows().length).toBeGreaterThan(before));
				return received;
			},
			messages: async (number) => {
				turn?.open();
				turn = undefined;
				return await api.messages(number);
			},
		};
	}

	async function converse(): Promise<string[]> {
		const said: string[] = [];
		const served = { id: '', isPublished: true, url: at.served.url };
		const workflows = { assistant: served, whatsapp: served };
		const simulator = waitingForTurns(simulatorApi(at.harness.url));
		const trip = { ...stageOf(simulator, workflows), phones: new Phones(), person: '' };
		await assistantRoundTrip(trip, (line) => said.push(line));
		return said;
	}

	beforeEach(() => {
		play.answering = () => 'Nice to meet you, Léa. Thursday. Your name is Léa.';
		play.hold.open();
	});

	it.each(['taken', 'person'])(
		'goes through though earlier guests wait for a colleague (%s)',
		async (state) => {
			const guests = ['+33600123457', '+33600123458', '+33600123459'];
			for (const [index, guest] of guests.entries()) {
				await write('A person, please', guest);
				await eventually(async () => expect(await at.harness.sent()).toHaveLength(index + 1));
			}
			change({ state });
			expect(rows()).toHaveLength(guests.length);
			expect((await converse()).at(-1)).toContain('one answer');
		},
	);
});
