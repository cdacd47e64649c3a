import type {
	HistoryReading,
	HistoryState,
	Position,
} from '../../../nodes/SmsboxHistoryTrigger/historyState';
import { readHistory } from '../../../nodes/SmsboxHistoryTrigger/readHistory';
import { listHistory } from '../../../protocol/sms/history';

const noon = Date.parse('2026-06-15T10:00:00Z') / 1000;

/** A line of the history, so many seconds before noon in Paris. */
function line(before: number, reference: number): string {
	const time = new Date((noon - before + 7_200) * 1000).toISOString().slice(11, 19);
	return `15/06/2026 ${time};${reference};33600123456;A;0;1;0`;
}

const keyOf = (before: number, reference: number): string => `${noon - before};${reference};+33600123456`;

/** @param pages lines by the index of their first record; any other page is empty */
async function read(
	pages: ReadonlyMap<number, string[]>,
	state: Partial<HistoryState>,
): Promise<HistoryReading> {
	const { parse } = listHistory({ from: 0, count: 5_000 });
	return await readHistory(
		{
			pageAt: async (index) => {
				const body = (pages.get(index) ?? []).join('\n');
				return await Promise.resolve(parse({ status: 200, headers: {}, bytes: Buffer.from(body) }));
			},
			time: () => noon,
			isTimeUp: () => false,
		},
		{ filters: '', since: noon - 3_600, messages: new Map(), checked: noon, ...state },
	);
}

describe('where the first page has nothing new', () => {
	const known = new Map([[keyOf(1, 9), []]]);
	const pages = new Map([
		[0, [line(1, 9)]],
		[1, [line(60, 8), line(3_700, 7), line(3_700, 6)]],
	]);

	it.each<[what: string, state: Partial<HistoryState>, found: string[]]>([
		['a poll looks no further', {}, []],
		[
			'a poll with a rest of an earlier one looks at all that is wanted',
			{ rest: { index: 0, reached: 0, mark: 0 } },
			[keyOf(60, 8)],
		],
		['a poll a quarter of an hour after the last look does, too', { checked: noon - 900 }, [keyOf(60, 8)]],
		['a poll does a second earlier not', { checked: noon - 899 }, []],
	])('%s', async (_what, state, found) => {
		const { records, isComplete } = await read(pages, { messages: known, ...state });
		expect([...records.keys()]).toEqual(found);
		expect(isComplete).toBe(found.length > 0);
	});
});

describe('a poll that goes on below what the last one read', () => {
	const below = line(120, 5);

	it.each<[what: string, rest: Partial<Position>, found: string[]]>([
		['reads a page that is as young as that', { reached: noon - 120 }, [keyOf(120, 5)]],
		['reads a page that repeats the last line', { above: below.slice(0, 50) }, [keyOf(120, 5)]],
		['leaves any other to the next poll: what lies between may be missing', {}, []],
	])('%s', async (_what, rest, found) => {
		const { records, ...reading } = await read(new Map([[2, [below]]]), {
			rest: { index: 2, reached: noon - 60, mark: 0, above: line(60, 8), ...rest },
		});
		expect([...records.keys()]).toEqual(found);
		expect(reading).toMatchObject({ isComplete: false, rest: { index: 0 } });
	});
});
