/** Chance that comes out the same for the same seed, so that what fails can be looked at again. */
export class Chance {
	private state: number;

	constructor(seed: number) {
		this.state = seed >>> 0;
	}

	/** From 0 up to, but not including, `below`. */
	int(below: number): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
	}

	/** True once in so many times. */
	oneIn(times: number): boolean {
		return this.int(times) === 0;
	}

	pick<Value>(from: readonly [Value, ...Value[]]): Value {
		return from[this.int(from.length)] ?? from[0];
	}

	/** Up to so many of what is made. */
	some<Value>(most: number, make: () => Value): Value[] {
		return Array.from({ length: this.int(most + 1) }, make);
	}

	digits(length: number): string {
		return Array.from({ length }, () => String(this.int(10))).join('');
	}
}
