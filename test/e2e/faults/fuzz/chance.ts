import { randomFrom } from '../../../support/random';

/** Chance that comes out the same for the same seed, so that what fails can be looked at again. */
export class Chance {
	private readonly random: () => number;

	constructor(seed: number) {
		this.random = randomFrom(seed);
	}

	/** From 0 up to, but not including, `below`. */
	int(below: number): number {
		return Math.floor(this.random() * below);
	}

	/** True once in so many times. */
	oneIn(times: number): boolean {
		return this.int(times) === 0;
	}

	pick<Value>(from: readonly Value[]): Value {
		const picked = from[this.int(from.length)];
		if (picked === undefined) throw new Error('There is nothing to pick');
		return picked;
	}

	/** Up to so many of what is made. */
	some<Value>(most: number, make: () => Value): Value[] {
		return Array.from({ length: this.int(most + 1) }, make);
	}

	digits(length: number): string {
		return Array.from({ length }, () => String(this.int(10))).join('');
	}
}
