import type { Exchange } from '../../../protocol/exchange';
import { planCapabilities } from '../../../protocol/rcs/capabilities';
import { planRcsEvent } from '../../../protocol/rcs/event';
import { planRevoke } from '../../../protocol/rcs/revoke';
import { addTesters } from '../../../protocol/rcs/testers';
import { invalidInput } from '../helpers';
import { agentId, bodyOf, numbers, only } from './wire';

type Numbers = readonly string[];
interface Operation {
	what: string;
	plan: (to: Numbers, agent?: string) => { exchanges: Exchange<unknown>[] };
	/** Recipients of a request. */
	most: number;
}

const operations: Operation[] = [
	{ what: 'a revocation', plan: (to, agent = agentId) => planRevoke(agent, to, 'abc'), most: 5_000 },
	{ what: 'a check', plan: (to, agent = agentId) => planCapabilities(agent, to), most: 500 },
	{ what: 'an event', plan: (to, agent = agentId) => planRcsEvent(agent, to, 'READ'), most: 1 },
	{
		what: 'adding testers',
		plan: (to, agent = agentId) => ({ exchanges: [addTesters(agent, to)] }),
		most: 10,
	},
];

describe.each(operations)('$what', ({ plan }) => {
	it('names each number once', () => {
		const { request } = only(plan(['+33600123401', '0033600123401', '+33 6 00 12 34 01']));
		expect(bodyOf(request)).toMatchObject({ recipients: ['+33600123401'] });
	});

	it('needs an agent, and recipients', () => {
		for (const agent of ['', 'a/b'])
			expect(invalidInput(() => plan(['+33600123401'], agent)).field).toBe('agentId');
		expect(invalidInput(() => plan([])).field).toBe('to');
		expect(invalidInput(() => plan(['0600123401'])).field).toBe('to');
	});
});

it.each(operations.slice(0, 2))(
	'$what is split at $most, and says which request covers whom',
	({ plan, most }) => {
		const all = numbers(2 * most + 1);
		const sent = all.map((number) => `+${number}`);
		const { exchanges } = plan(all);
		const [one, two] = [most, 2 * most].map((count) => count.toLocaleString('en'));
		const [second, last] = [most + 1, 2 * most + 1].map((count) => count.toLocaleString('en'));
		expect(exchanges.map(({ covers }) => covers)).toEqual([
			`recipients 1 to ${one}`,
			`recipients ${second} to ${two}`,
			`recipient ${last}`,
		]);
		expect(exchanges.map(({ request }) => bodyOf(request))).toMatchObject([
			{ recipients: sent.slice(0, most) },
			{ recipients: sent.slice(most, 2 * most) },
			{ recipients: sent.slice(2 * most) },
		]);
		expect(only(plan(numbers(most))).covers).toBeUndefined();
	},
);
