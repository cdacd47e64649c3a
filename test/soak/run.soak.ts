/** A steady mixture of traffic in a real n8n 2, for an hour: `npm run soak`. */
import { isMet, lineOf, tell } from '../../bench/src/figures';
import { figure } from '../e2e/support/report';
import { figuresOf, memoryBySixths } from './goals';
import { Soak } from './soak';
import { traffic } from './traffic';

const minutes = Number(process.env.SMSBOX_SOAK_MINUTES ?? '60');
/** Start, the last retries of the service, and what n8n is behind by on a busy machine. */
const moreMinutes = 60;
/** Problems that are listed. */
const listed = 20;

jest.setTimeout((minutes + moreMinutes) * 60_000);

let soak: Soak;

beforeAll(async () => {
	soak = await Soak.open(minutes);
});

afterAll(async () => {
	await soak.close();
});

it(`loses nothing, does nothing twice and does not grow in ${minutes} minutes`, async () => {
	const measured = await soak.run();
	const section = `Soak, ${minutes} minutes`;
	for (const kind of traffic) figure(section, kind.name, soak.ledger.count(kind), kind.facts.join(', '));
	figure(section, 'Memory of n8n by sixths, in MB', memoryBySixths(measured).join(', '));
	const struck = await soak.struck();
	figure(section, 'Callbacks lost or repeated by faults', struck.join(', '));
	const figures = figuresOf(measured);
	for (const one of figures) {
		const { name, value, goal } = tell(one);
		figure(section, name, value, `${goal}${isMet(one) ? '' : ' MISSED'}`);
	}
	// Without these faults, the goals would prove less.
	expect(struck.map((times) => times > 0)).toEqual([true, true, true]);
	expect(measured.problems.slice(0, listed)).toEqual([]);
	expect(figures.filter((one) => !isMet(one)).map(lineOf)).toEqual([]);
});
