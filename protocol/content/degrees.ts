import { InvalidInput } from '../errors';
import type { JsonValue } from '../http/json';

export const axes = ['latitude', 'longitude'] as const;

type Axis = (typeof axes)[number];

/** The most degrees to either side. */
const mostDegrees: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 };

/** Whether a value is a place on this axis, in degrees. */
export function isOnEarth(value: JsonValue | undefined, axis: Axis): value is number {
	return typeof value === 'number' && Math.abs(value) <= mostDegrees[axis];
}

/**
 * Degrees that must be there.
 *
 * @param subject what they are, at the beginning of a sentence
 * @throws InvalidInput for what is no number, or a place off the earth
 */
export function checkDegrees(
	value: JsonValue | undefined,
	axis: Axis,
	{ field, subject }: { field: string; subject: string },
): number {
	if (isOnEarth(value, axis)) return value;
	throw new InvalidInput(
		field,
		`${subject} must be a number from -${mostDegrees[axis]} to ${mostDegrees[axis]}.`,
		'Use degrees with a decimal point, such as 48.8584.',
	);
}
