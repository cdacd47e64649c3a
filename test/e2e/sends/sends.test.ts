/**
 * What people receive when the service fails and the messages are sent again: each fault with each way of running a
 * workflow again, counted at the simulated service and compared with what the node says.
 */
import { n8n1, n8n2, type N8nVersion } from '../support/n8nProcess';
import { apiKey } from '../support/realN8n';
import { isLong } from '../support/report';
import { sendAtOnce, type AtOnce } from './atOnce';
import { rcs, sms, text, waba, type Channel } from './channels';
import { expectHonest, expectNobodyForgotten, expectOnceEach, isSafe } from './expectations';
import { faultsTo, type Fault } from './faults';
import { courses, Plan, type Course } from './plan';
import { personOf, Stage } from './stage';
import { printAtOnce, printTable } from './table';
import { Trials, type Trial } from './trials';
import { ways, type WayName } from './ways';

/** What is tried out with one channel in one version of n8n. */
interface Part {
	channel: Channel;
	faults: (otherHost: string) => Fault[];
}

const all = faultsTo;
const core: Part['faults'] = (otherHost) => faultsTo(otherHost).filter(({ isCore }) => isCore);

const versions: ReadonlyArray<{ version: N8nVersion; parts: readonly Part[] }> = [
	{
		version: n8n2,
		parts: [
			{ channel: sms, faults: all },
			{ channel: waba, faults: isLong ? all : core },
			{ channel: rcs, faults: isLong ? all : core },
		],
	},
	{
		version: n8n1,
		parts: [
			{ channel: sms, faults: isLong ? all : core },
			{ channel: waba, faults: core },
			{ channel: rcs, faults: core },
		],
	},
];

const everyCourse: readonly Course[] = [
	'retryOnFail',
	'retryOnFailGoingOn',
	'retries',
	'retryOfRetry',
	'stop',
	'kill',
];
/** The other courses are safe without the option. */
const coursesWithOption: readonly Course[] = isLong ? everyCourse : ['retries', 'stop', 'kill'];

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

describe.each(versions)('n8n $version.name', ({ version, parts }) => {
	let stage: Stage | undefined;
	let trials: Trials | undefined;
	let requests: ReadonlyMap<string, number> = new Map();
	let atOnce: AtOnce | undefined;
	let elsewhere: string[] = [];
	let log = '';

	beforeAll(async () => {
		stage = await Stage.open(version);
		const plan = new Plan();
		for (const { channel, faults } of parts)
			for (const { course, isOnce } of setUps) plan.add(channel, isOnce, course, faults(stage.otherHost.url));
		trials = new Trials(stage, plan);
		await trials.run();
		atOnce = await sendAtOnce(stage);
		requests = await stage.requests();
		elsewhere = stage.otherHost.requests.map(({ method, path }) => `${method} ${path}`);
		log = stage.n8n.log();
		printTable(version.name, trials.trials);
		printAtOnce(version.name, atOnce);
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
		expect(broken.map(({ before }) => before)).toEqual(parts.flatMap(() => [status, status]));
	});

	describe('executions of one workflow at the same time, with Deduplication Key', () => {
		it('remember what each of them has sent', () => {
			expect(atOnce?.again.filter((count) => count !== 1)).toEqual([]);
		});

		it('send a message of the same name once', () => {
			expect(atOnce?.together.filter((count) => count > 1)).toEqual([]);
		});
	});

	describe.each(parts)('$channel.name', ({ channel, faults }) => {
		describe.each(cases)('$title', ({ way, isOnce }) => {
			it.each(faults(''))('$name', (fault) => {
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
