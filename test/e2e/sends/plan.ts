import type { JsonObject } from '../../../playground/src/support/json';
import { messageTo, type Channel, type NodeSettings } from './channels';
import type { Person } from './fates';
import { held, messagesPerRow, striking, type Fault } from './faults';
import { goingOn, retryOnFail, type WayName } from './ways';

/** How a node is set up, and what is done with its executions. */
export type Course = 'retryOnFail' | 'retryOnFailGoingOn' | 'retries' | 'retryOfRetry' | 'stop' | 'kill';

interface CourseDescription {
	settings: NodeSettings;
	/** Whether one execution holds all faults; otherwise there is one for each. */
	isOne: boolean;
	/** Whether its last message is never answered. */
	isHeld: boolean;
	/** The ways whose results it gives. */
	ways: readonly WayName[];
}

export const courses: Record<Course, CourseDescription> = {
	retryOnFail: { settings: retryOnFail, isOne: false, isHeld: false, ways: ['retryOnFail'] },
	retryOnFailGoingOn: {
		settings: { ...retryOnFail, ...goingOn },
		isOne: true,
		isHeld: false,
		ways: ['retryOnFailGoingOn'],
	},
	retries: { settings: {}, isOne: false, isHeld: false, ways: ['firstRetry', 'secondRetry'] },
	retryOfRetry: { settings: {}, isOne: false, isHeld: false, ways: ['retryOfRetry'] },
	stop: { settings: goingOn, isOne: true, isHeld: true, ways: ['afterStop', 'anewAfterStop'] },
	kill: { settings: goingOn, isOne: true, isHeld: true, ways: ['afterKill', 'anewAfterKill'] },
};

/** What one execution sends, and which faults strike in it. */
export interface Row {
	faults: readonly Fault[];
	people: readonly Person[];
}

/** One workflow, and the executions that it is started for. */
export interface Track {
	channel: Channel;
	/** With the option Deduplication Key. */
	isOnce: boolean;
	course: Course;
	rows: readonly Row[];
}

/** Seconds of time-out of a message that is never answered. */
const longTimeout = 300;

export const messagesOf = ({ people }: Row): JsonObject[] =>
	people.map(({ number, fault }) => messageTo(number, fault === held ? longTimeout : undefined));

/** Plans who is written to, so that no two executions share a person, and whom the faults strike. */
export class Plan {
	readonly tracks: Track[] = [];
	/** For the simulated service, which takes them all at once. */
	readonly strikes: JsonObject[] = [];
	private people = 0;

	person(channel: Channel, fault?: Fault): Person {
		this.people += 1;
		const number = `9990${String(this.people).padStart(8, '0')}`;
		if (fault !== undefined) this.strikes.push(striking(fault, channel.matching(number)));
		return { number, fault };
	}

	add(channel: Channel, isOnce: boolean, course: Course, faults: readonly Fault[]): void {
		const { isOne, isHeld } = courses[course];
		const rows = isOne
			? [this.rowOfAll(channel, faults, isHeld)]
			: faults.map((fault) => this.rowOf(channel, fault));
		this.tracks.push({ channel, isOnce, course, rows });
	}

	private rowOf(channel: Channel, fault: Fault): Row {
		const people = Array.from({ length: messagesPerRow }, (_, index) =>
			this.person(channel, fault.struck.includes(index) ? fault : undefined),
		);
		return { faults: [fault], people };
	}

	/**
	 * The first one is struck: only for the first item's error does n8n run a node that goes on once more. Before the one
	 * that is held come others, so that the node, which may have some requests under way at once, is done with those struck.
	 */
	private rowOfAll(channel: Channel, faults: readonly Fault[], isHeld: boolean): Row {
		const people = faults.flatMap((fault) => [this.person(channel, fault), this.person(channel)]);
		if (!isHeld) return { faults, people };
		const between = Array.from({ length: messagesPerRow }, () => this.person(channel));
		return { faults, people: [...people, ...between, this.person(channel, held)] };
	}
}
