import { randomInt } from 'node:crypto';
import type { Stage } from '../stage';

/** A number of `digits` digits. */
const random = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0');

/** In these area codes (201 to 208 … 901 to 908), 555-0100 to 555-0199 are kept for films: no user has such a number. */
const ofFilms = (): string => `1${randomInt(2, 10)}0${randomInt(1, 9)}55501${random(2)}`;

/** A number that RCS does not reach, by the simulator's magic numbers. */
const unreachable = (): string => `9991${random(6)}`;

/** Phones that only the round trips write to and from: what a user's workflows send meanwhile is not counted. */
export class Phones {
	private readonly given = new Set<string>();

	get all(): readonly string[] {
		return [...this.given];
	}

	/** The phone of a person. */
	next(): string {
		return this.take(ofFilms);
	}

	nextUnreachable(): string {
		return this.take(unreachable);
	}

	private take(make: () => string): string {
		const number = make();
		if (this.given.has(number)) return this.take(make);
		this.given.add(number);
		return number;
	}
}

/** What one round trip goes through. */
export interface Trip extends Stage {
	/** The phone of the person who takes part. */
	person: string;
	/** For more phones. */
	phones: Phones;
}
