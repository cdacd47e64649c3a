import type { Fate } from './fates';
import { held, type Fault } from './faults';
import { ranNothing, type Trial } from './trials';
import { ways, type Way } from './ways';

/** Whether no recipient may get a message twice in this trial. */
export const isSafe = ({ way, track }: Trial): boolean => ways[way].isSafe || track.isOnce;

/** Whether a refused message has been tried once more than it is refused; not known where an execution ends before it. */
function isTaken({ times, struck }: Fault, tries: number, { goesOn }: Way): boolean | undefined {
	if (goesOn || struck.length === 1) return tries > times;
	return tries > struck.length ? true : undefined;
}

/** What must have become of a message that a fault has struck, where no one gets a message twice. */
function expectedFate(fault: Fault, { way, tries }: Trial): Partial<Fate> {
	if (fault.outcome === 'unknown') return { received: fault.arrives ? 1 : 0, said: 'unknown' };
	const taken = isTaken(fault, tries, ways[way]);
	if (taken === undefined) return {};
	return taken ? { received: 1 } : { received: 0, said: 'rejected' };
}

/** Whoever is said to have been sent a message has it, under the reference that was given. */
export function expectHonest({ result }: Trial): void {
	for (const { said, received, reference, references } of result.fates) {
		if (said === 'sent') expect(references).toContain(reference);
		if (said === 'sent before') expect(received).toBeGreaterThan(0);
		expect(said).not.toBe('something else');
	}
}

/** Nobody got a message twice, and what a fault has struck is told as it is. */
export function expectOnceEach(trial: Trial, fault: Fault): void {
	const { result } = trial;
	expect(result.fates.filter(({ received }) => received > 1)).toEqual([]);
	const struck = result.fates.filter((fate) => fate.fault?.name === fault.name);
	expect(struck.length).toBeGreaterThan(0);
	if (ranNothing(trial)) return;
	for (const fate of result.fates.filter((each) => each.fault === held))
		expect(fate).toMatchObject({ received: 1, said: 'unknown' });
	for (const fate of struck) expect(fate).toMatchObject(expectedFate(fault, trial));
}

/** Where the node got to its end, nobody was forgotten: each has the message, or is told as an error. */
export function expectNobodyForgotten({ result }: Trial): void {
	if (!result.isThrough) return;
	for (const { fault, said, received } of result.fates) {
		expect(said).not.toBe('nothing');
		if (fault === undefined || fault === held) expect(received).toBeGreaterThan(0);
	}
}
