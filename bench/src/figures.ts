import { summaryOf, type Summary } from './statistics';

/** What a figure must come to. */
export interface Goal {
	is: 'at least' | 'at most' | 'exactly';
	value: number;
	/** What would be better still; it decides nothing. */
	aim?: number;
}

/** Something that was measured. Without a goal it is only shown: an absolute time says as much of the machine. */
export interface Figure {
	name: string;
	/** One for each round. */
	samples: readonly number[];
	unit?: string;
	/** Digits behind the point. */
	digits?: number;
	goal?: Goal;
}

const signs: Record<Goal['is'], string> = { 'at least': '≥', 'at most': '≤', exactly: '=' };

const tests: Record<Goal['is'], (value: number, goal: number) => boolean> = {
	'at least': (value, goal) => value >= goal,
	'at most': (value, goal) => value <= goal,
	exactly: (value, goal) => value === goal,
};

export const atLeast = (value: number, aim?: number): Goal => ({
	is: 'at least',
	value,
	...(aim === undefined ? {} : { aim }),
});
export const atMost = (value: number): Goal => ({ is: 'at most', value });
export const exactly = (value: number): Goal => ({ is: 'exactly', value });

/** Whether the median is what it must be; also where there is no goal. */
export function isMet({ goal, samples }: Figure): boolean {
	return goal === undefined || tests[goal.is](summaryOf(samples).median, goal.value);
}

/** A figure in words, for the screen and the tables. */
export interface Told {
	name: string;
	value: string;
	/** `''` where all rounds gave the same. */
	spread: string;
	goal: string;
	met: string;
}

function numberIn({ digits = 2 }: Figure, value: number): string {
	return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function spreadOf(figure: Figure, { least, most, rounds }: Summary): string {
	const [from, to] = [numberIn(figure, least), numberIn(figure, most)];
	return from === to ? '' : `${from} to ${to} in ${rounds} rounds`;
}

export function tell(figure: Figure): Told {
	const { name, unit = '', goal } = figure;
	const summary = summaryOf(figure.samples);
	const aim = goal?.aim === undefined ? '' : `, aim ${goal.aim}`;
	return {
		name,
		value: `${numberIn(figure, summary.median)} ${unit}`.trim(),
		spread: spreadOf(figure, summary),
		goal: goal === undefined ? '' : `${signs[goal.is]} ${goal.value}${unit === '' ? '' : ` ${unit}`}${aim}`,
		met: goal === undefined ? '' : isMet(figure) ? 'yes' : 'no',
	};
}

/** `name: value (goal) [spread]`, and a word where the goal is missed. */
export function lineOf(figure: Figure): string {
	const { name, value, spread, goal } = tell(figure);
	return [
		`${name}: ${value}`,
		...(goal === '' ? [] : [`(${goal})`]),
		...(spread === '' ? [] : [`[${spread}]`]),
		...(isMet(figure) ? [] : ['MISSED']),
	].join(' ');
}
