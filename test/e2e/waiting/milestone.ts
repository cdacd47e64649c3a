/** Lets so many go on at a time. */
class Slots {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	async take(): Promise<void> {
		if (this.free > 0) this.free -= 1;
		else
			await new Promise<void>((resolve) => {
				this.waiting.push(resolve);
			});
	}

	give(): void {
		const next = this.waiting.shift();
		if (next === undefined) this.free += 1;
		else next();
	}
}

/** Something that happens once for many, when all of them have come to it. Afterwards some of them go on at a time. */
export class Milestone {
	private readonly slots: Slots;
	private readonly happened: Promise<void>;
	private allAreHere = (): void => undefined;

	/**
	 * @param awaited how many come to it
	 * @param atOnce how many go on at a time
	 * @param happen what happens then, before they go on
	 */
	constructor(
		private awaited: number,
		atOnce: number,
		happen: () => Promise<void>,
	) {
		this.slots = new Slots(atOnce);
		const here = new Promise<void>((resolve) => {
			this.allAreHere = resolve;
		});
		this.happened = here.then(happen);
		// Where nobody has come so far, nobody hears of a failure.
		this.happened.catch(() => undefined);
	}

	/** Runs one of them, which is given what it waits with. */
	async run<Result>(one: (reached: () => Promise<void>) => Promise<Result>): Promise<Result> {
		let isHere = false;
		let leave = (): void => undefined;
		const arrive = (): void => {
			if (isHere) return;
			isHere = true;
			this.awaited -= 1;
			if (this.awaited === 0) this.allAreHere();
		};
		try {
			return await one(async () => {
				arrive();
				await this.happened;
				await this.slots.take();
				leave = () => this.slots.give();
			});
		} finally {
			// One that failed before will never come.
			arrive();
			leave();
		}
	}
}

/** Runs at most so many at a time. */
export async function runSome<Item>(
	items: readonly Item[],
	most: number,
	run: (item: Item) => Promise<void>,
): Promise<void> {
	const left = [...items];
	const worker = async (): Promise<void> => {
		for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item);
	};
	await Promise.all(Array.from({ length: most }, worker));
}
