/**
 * What people receive when the service fails and the messages are sent again: each fault with each way of running a
 * workflow again, counted at the simulated service and compared with what the node says.
 */
import { n8n1, n8n2 } from '../support/n8nProcess';
import { apiKey } from '../support/realN8n';
import { sendAtOnce, type AtOnce } from './atOnce';
import { rcs, sms, text, waba, type Channel } from './channels';
import { expectHonest, expectNobodyForgotten, expectOnceEach, isSafe } from './expectations';
import { faultsTo } from './faults';
import { courses, Plan, type Course } from './plan';
import { personOf, Stage } from './stage';
import { Trials, type Trial } from './trials';
import { ways, type WayName } from './ways';

const channels: readonly Channel[] = [sms, waba, rcs];

const everyCourse: readonly Course[] = [
	'retryOnFail',
	'retryOnFailGoingOn',
	'retries',
	'retryOfRetry',
	'stop',
	'kill',
];
/** The other courses are safe without the option. */
const coursesWithOption: readonly Course[] = ['retries', 'stop', 'kill'];

const setUps: ReadonlyArray<{ course: Course; isOnce: boolean }> = [
	...everyCourse.map((course) => ({ course, isOnce: false })),
	...coursesWithOption.map((course) => ({ course, isOnce: true })),
];

const cases = setUps.flatMap(({ course, isOnce }) =>
	courses[course].ways.map((way) => ({
		way,
		isOnce,
		title: `${ways[way].name}, ${isOnce ? 'with' : 'without'} Deduplication Key`,
	})),
);

describe.each([n8n2, n8n1])('n8n $name', (version) => {
	let stage: Stage | undefined;
	let trials: Trials | undefined;
	let requests: ReadonlyMap<string, number> = new Map();
	let atOnce: AtOnce | undefined;
	let elsewhere: string[] = [];
	let log = '';

	beforeAll(async () => {
		stage = await Stage.open(version);
		const plan = new Plan();
		const faults = faultsTo(stage.otherHost.url);
		for (const channel of channels)
			for (const { course, isOnce } of setUps) plan.add(channel, isOnce, course, faults);
		trials = new Trials(stage, plan);
		await trials.run();
		atOnce = await sendAtOnce(stage);
		requests = await stage.requests();
		elsewhere = stage.otherHost.requests.map(({ method, path }) => `${method} ${path}`);
		log = stage.n8n.log();
	});

	afterAll(async () => {
		await stage?.close();
	});

	const trialOf = (channel: Channel, way: WayName, isOnce: boolean, fault: string): Trial => {
		const found = trials?.trials.find(
			(trial) =>
				trial.way === way &&
				trial.track.channel === channel &&
				trial.track.isOnce === isOnce &&
				trial.row.faults.some(({ name }) => name === fault),
		);
		if (found === undefined) throw new Error('It was not tried out');
		return found;
	};

	it('lets everything be tried out', () => {
		expect(trials?.troubles).toEqual([]);
	});

	it('sends nothing to the host that the service redirects to', () => {
		expect(elsewhere).toEqual([]);
	});

	it('writes neither the key nor a text into its log', () => {
		expect(log).not.toBe('');
		expect(log).not.toContain(apiKey);
		expect(log).not.toContain(text);
	});

	it.each([
		['afterStop', 'canceled'],
		['afterKill', 'crashed'],
	])('%s: n8n lists what was broken off as %s', (way, status) => {
		const broken = trials?.trials.filter((trial) => trial.way === way) ?? [];
		expect(broken.map(({ before }) => before)).toEqual(channels.flatMap(() => [status, status]));
	});

	describe('executions of one workflow at the same time, with Deduplication Key', () => {
		it('remember what each of them has sent', () => {
			expect(atOnce?.again.filter((count) => count !== 1)).toEqual([]);
		});

		it('send a message of the same name once', () => {
			expect(atOnce?.together.filter((count) => count > 1)).toEqual([]);
		});
	});

	describe.each(channels)('$name', (channel) => {
		describe.each(cases)('$title', ({ way, isOnce }) => {
			it.each(faultsTo(''))('$name', (fault) => {
				const trial = trialOf(channel, way, isOnce, fault.name);
				expectHonest(trial);
				expectNobodyForgotten(trial);
				if (!isSafe(trial)) return;
				expectOnceEach(trial, fault);
				if (fault.outcome === 'rejected') return;
				const struck = trial.result.fates.filter((fate) => fate.fault?.name === fault.name);
				const asked = struck.map(({ number }) => requests.get(personOf(channel.wireName, number)));
				expect(asked).toEqual(struck.map(() => 1));
			});
		});
	});
});
