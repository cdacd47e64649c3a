import { Refusal } from './refusal';

const refuse = (name: string, rule: string): never => {
	throw new Refusal('parameters', `${name} ${rule}`);
};

/**
 * The declared fields of one request, read strictly: whatever is not as the interface says is refused.
 * *Assumed*: a number that is given must be one, so an empty value is refused where a number is declared.
 */
export class Fields {
	constructor(private readonly values: ReadonlyMap<string, string>) {}

	has(name: string): boolean {
		return this.values.has(name);
	}

	/** Empty where it is absent. */
	text(name: string): string {
		return this.values.get(name) ?? '';
	}

	required(name: string): string {
		const value = this.text(name);
		return value === '' ? refuse(name, 'is missing') : value;
	}

	requiredUpTo(name: string, length: number): string {
		const value = this.required(name);
		return [...value].length > length ? refuse(name, `is longer than ${length} characters`) : value;
	}

	integer(name: string, min: number, max: number): number | undefined {
		const value = this.values.get(name);
		if (value === undefined) return undefined;
		if (!/^-?\d{1,15}$/.test(value)) return refuse(name, 'must be an integer');
		const number = Number(value);
		return number < min || number > max ? refuse(name, `must be from ${min} to ${max}`) : number;
	}

	requiredInteger(name: string, min: number, max: number): number {
		return this.integer(name, min, max) ?? refuse(name, 'is missing');
	}

	/** `0` or `1`; 0 where it is absent. */
	flag(name: string): boolean {
		return this.integer(name, 0, 1) === 1;
	}

	/** One of the keys of a table. */
	choice<Choice>(name: string, choices: Readonly<Record<string, Choice>>): Choice | undefined {
		const value = this.values.get(name);
		if (value === undefined) return undefined;
		const choice = Object.hasOwn(choices, value) ? choices[value] : undefined;
		return choice ?? refuse(name, `must be one of ${Object.keys(choices).join(', ')}`);
	}

	requiredChoice<Choice>(name: string, choices: Readonly<Record<string, Choice>>): Choice {
		return this.choice(name, choices) ?? refuse(name, 'is missing');
	}

	/** Two numbers that are only used together, the first not above the second (*sample*: the provider's client refuses it). */
	pair(names: readonly [string, string], min: number, max: number): readonly [number, number] | undefined {
		const [first, second] = [this.integer(names[0], min, max), this.integer(names[1], min, max)];
		if (first === undefined && second === undefined) return undefined;
		if (first === undefined) return refuse(names[0], `is required with ${names[1]}`);
		if (second === undefined) return refuse(names[1], `is required with ${names[0]}`);
		return first > second ? refuse(names[0], `must not be above ${names[1]}`) : [first, second];
	}
}
