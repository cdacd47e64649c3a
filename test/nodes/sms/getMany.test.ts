import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../support/engine';
import type { ReceivedRequest } from '../../support/httpServer';
import { type React, serviceForEachTest } from '../../support/service';
import { formOf, hintsOf, outputOf, plain } from '../../support/runNode';

const line = (index: number): string =>
	`20/10/2024 18:15:00;${123456780000 + index};33600123456;MyCompany;0;1;0`;

/** Which records a request asks for: from which on, and how many. */
function rangeOf(request: ReceivedRequest): { from: number; asked: number } {
	const form = formOf(request);
	return { from: Number(form.get('from')), asked: Number(form.get('nb')) };
}

const recordsFrom = (from: number, count: number, recordAt = line): string[] =>
	Array.from({ length: Math.max(0, count) }, (_, index) => recordAt(from + index));

/** A history of so many records, paged as the service does, or with pages shorter than asked for. */
function historyOf(
	count: number,
	recordAt = line,
	lengthOf: (asked: number, page: number) => number = (asked) => asked,
): React {
	return (request, page) => {
		const { from, asked } = rangeOf(request);
		return plain(recordsFrom(from, Math.min(lengthOf(asked, page), count - from), recordAt).join('\n'));
	};
}

const server = serviceForEachTest();

const history = (changes: INodeParameters): INodeParameters => ({
	resource: 'history',
	operation: 'getAll',
	...changes,
});
const readAll = async (changes: INodeParameters = {}): Promise<RunResult> =>
	await server.run({ parameters: history({ returnAll: true, ...changes }) });
const pages = (): string[] => server.requests.map(rangeOf).map(({ from, asked }) => `${from}+${asked}`);

it('beyond the 50,000 records that the service gives between dates the person is told', async () => {
	server.react = historyOf(60_000);
	const filters = { dateFrom: '2024-01-01T00:00:00', dateTo: '2024-12-31T00:00:00' };
	const result = await readAll({ filters });
	expect(outputOf(result)).toHaveLength(50_000);
	expect(server.requests).toHaveLength(11);
	expect(hintsOf(result)[0]).toContain('50,000');
});

it.each([
	['one that is cut', '20/10/2024 18:15:00;123456780001;3360012'],
	['one without columns', '?'],
	['one with an invalid status', '20/10/2024 18:15:00;123456780001;33600123456;MyCompany;0;1;x'],
])('of records that cannot be read, such as %s, only lines are shown, with a hint', async (_what, odd) => {
	server.react = historyOf(3, (index) => (index === 1 ? odd : line(index)));
	const result = await readAll();
	expect(outputOf(result).map(({ reference }) => reference)).toEqual(['123456780000', '123456780002']);
	expect(hintsOf(result)).toEqual([
		"Records skipped because they can't be read: 1. Turn off Simplify to see them.",
	]);
	const raw = await readAll({ simplify: false });
	expect(outputOf(raw).map(({ raw: shown }) => shown)).toEqual([line(0), odd, line(2)]);
	expect(hintsOf(raw)).toEqual([]);
});

it.each([
	['the last one', 3, 1],
	['the last ones of a page', 200, 20],
	['more than a page', 200, 150],
])('%s of the records, if it cannot be read, lets the others come', async (_what, count, odd) => {
	server.react = historyOf(
		count,
		(index) => (index < count - odd ? line(index) : `?${index}`),
		(asked) => Math.min(asked, 100),
	);
	const result = await readAll();
	expect(outputOf(result)).toHaveLength(count - odd);
	expect(hintsOf(result)[0]).toContain(`can't be read: ${odd}.`);
});

it('a page that is no history, below others, is an error', async () => {
	server.react = (_request, page) => plain(page === 0 ? recordsFrom(0, 50).join('\n') : 'Try again later');
	const result = await readAll();
	expect(result.error?.message).toContain('history record 1 has an invalid number of fields');
});

it('a record that is cut comes whole with the next page', async () => {
	server.react = (request, page) => {
		const { from } = rangeOf(request);
		return plain(
			recordsFrom(from, 3 - from)
				.join('\n')
				.slice(0, page === 0 ? -20 : undefined),
		);
	};
	const result = await server.run({ parameters: history({}) });
	expect(outputOf(result).map(({ reference }) => reference)).toEqual(
		[0, 1, 2].map((index) => String(123456780000 + index)),
	);
});

it('a limit is kept where the service gives more', async () => {
	server.react = () => plain(recordsFrom(0, 10).join('\n'));
	const result = await server.run({ parameters: history({ limit: 3 }) });
	expect(outputOf(result)).toHaveLength(3);
});

it.each([
	[
		'a reference that JavaScript has rounded',
		{ reference: '={{ 12345678901234567891 }}' },
		/^Message Reference: The value is a number that is too long/,
	],
	['a last day without a first day', { dateTo: '2024-10-20T00:00:00' }, /^From Date: /],
])('%s is an error before anything is asked for', async (_what, filters, message) => {
	const result = await server.run({ parameters: history({ filters }) });
	expect(result.error?.message).toMatch(message);
	expect(server.requests).toHaveLength(0);
});

it.each(['Asia/Tokyo', 'America/New_York', 'UTC'])('$today is the day in %s', async (timezone) => {
	server.freeze('2026-06-18T10:00:00+02:00');
	server.react = () => plain('');
	const filters = { dateFrom: '={{ $today }}', dateTo: '={{ $today }}' };
	await server.run({ parameters: history({ returnAll: true, filters }), timezone });
	const form = formOf(server.requests[0]);
	expect([form.get('date_from'), form.get('date_to')]).toEqual(['2026-06-18', '2026-06-18']);
});

/** A history in which `sent` new messages come before every page but the first; if it is negative, so many vanish. */
function growingHistory(
	count: number,
	sent: number,
	statusOf: (page: number) => number = () => 0,
	recordAt = line,
): React {
	let page = 0;
	return (request) => {
		const { from, asked } = rangeOf(request);
		const shift = sent * page++;
		const records = recordsFrom(1000 + from - shift, Math.min(asked, count + shift - from), recordAt);
		return plain(records.map((record) => record.replace(/0$/, String(statusOf(page)))).join('\n'));
	};
}

const referencesOf = (items: ReturnType<typeof outputOf>) => items.map(({ reference }) => reference);

it.each([
	[true, 9],
	[false, 9],
	[true, 0],
])('records that shift between pages come once: Simplify %s, first status %s', async (simplify, first) => {
	server.react = growingHistory(12_000, 5, (page) => (page === 1 ? first : 0));
	const result = await readAll({ simplify });
	const items = outputOf(result);
	const found = simplify
		? referencesOf(items)
		: items.map(({ raw }) => (typeof raw === 'string' ? raw.split(';')[1] : undefined));
	expect(found).toHaveLength(12_000);
	expect(new Set(found).size).toBe(12_000);
});

it('a limit is filled up where records shift', async () => {
	server.react = growingHistory(12_000, 5);
	const result = await server.run({ parameters: history({ limit: 7_500 }) });
	const found = referencesOf(outputOf(result));
	expect(found).toHaveLength(7_500);
	expect(new Set(found).size).toBe(7_500);
	expect(pages()).toEqual(['0+5000', '4950+5000']);
});

it.each([
	['on one page', 2, 0],
	['at the border of two pages, a few', 5_010, 4_990],
	['at the border of two pages, more than these share otherwise', 5_010, 4_800],
])('equal records are different messages: %s', async (_what, count, unequal) => {
	const same = '20/10/2024 18:15:00;;33600123456;MyCompany;0;1;0';
	server.react = historyOf(count, (index) => (index < unequal ? line(index) : same));
	expect(outputOf(await readAll())).toHaveLength(count);
});

describe('equal records on different pages', () => {
	const same = '25/10/2026 02:30:00;;33600123456;MyCompany;0;1;0';

	it.each([
		['on the first and the last', 0, [0, 10_000]],
		['at the end of one page and further down', 0, [4_999, 5_100]],
		['three times', 0, [0, 4_999, 9_998]],
		['three times, where new messages come meanwhile', 5, [600, 4_999, 9_998]],
		['three times, where messages vanish meanwhile', -5, [600, 4_999, 9_998]],
	])('are different messages: %s', async (_what, sent, positions) => {
		const count = 10_001;
		const recordAt = (index: number): string => (positions.includes(index - 1000) ? same : line(index));
		server.react = growingHistory(count, sent, () => 0, recordAt);
		const result = await readAll();
		const references = referencesOf(outputOf(result));
		expect(references).toHaveLength(count);
		expect(references.filter((reference) => reference === null)).toHaveLength(positions.length);
		expect(new Set(references).size).toBe(count - positions.length + 1);
	});

	it('may be missing, but never come twice, where the last one of a page vanishes', async () => {
		const positions = [10, 5_100];
		server.react = (request, page) => {
			const { from } = rangeOf(request);
			const lines = recordsFrom(0, 6_000, (index) => (positions.includes(index) ? same : line(index)));
			if (page > 0) lines.splice(4_999, 1);
			return plain(lines.slice(from, from + 5_000).join('\n'));
		};
		const result = await readAll();
		expect(outputOf(result)).toHaveLength(5_999);
	});
});

it.each<[what: string, count: number, limit: number, lengthOf: (asked: number, page: number) => number]>([
	['is empty', 12_000, 12_000, (asked, page) => (page === 1 ? 0 : asked)],
	['is empty, with a limit', 12_000, 11_000, (asked, page) => (page === 1 ? 0 : asked)],
	['is cut short', 12_000, 12_000, (asked, page) => (page === 1 ? 4_000 : asked)],
	['only repeats the one before', 12_000, 12_000, (asked, page) => (page === 1 ? 30 : asked)],
	['has 1,000 records', 3_000, 3_000, (asked) => Math.min(asked, 1_000)],
	['has 1,000 records, with a limit', 3_000, 2_000, (asked) => Math.min(asked, 1_000)],
])('the list does not end where a page %s', async (_what, count, limit, lengthOf) => {
	server.react = historyOf(count, line, lengthOf);
	const range = limit === count ? { returnAll: true } : { limit };
	const result = await server.run({ parameters: history(range) });
	expect(new Set(referencesOf(outputOf(result))).size).toBe(limit);
	expect(outputOf(result)).toHaveLength(limit);
});

it.each<[string, React, number, number]>([
	['is emptied', (request, page) => (page === 0 ? historyOf(5_000)(request, page) : plain('')), 5_000, 10],
	['loses records at its top', growingHistory(12_000, -3), 12_000, 4],
	['is always the same', () => plain(line(0)), 1, 2],
])('each record of a list that %s comes once', async (_what, react, count, requests) => {
	server.react = react;
	const output = outputOf(await readAll());
	expect([output.length, new Set(referencesOf(output)).size]).toEqual([count, count]);
	expect(server.requests).toHaveLength(requests);
});

it.each([
	['no record', 0, ['0+5000', '0+5000']],
	['one record', 1, ['0+5000', '0+5000']],
	['six records', 6, ['0+5000', '5+5000']],
	['6,000 records', 6_000, ['0+5000', '4950+5000', '5950+5000']],
])('a list of %s takes one more request than it has pages', async (_what, count, asked) => {
	server.react = historyOf(count);
	const result = await readAll();
	expect(outputOf(result)).toHaveLength(count);
	expect(pages()).toEqual(asked);
	expect(hintsOf(result)).toEqual([]);
});

it('a scheduled text that ends like a record is given with a hint', async () => {
	const record = '12;123456789012;33612345678;;0;12/11/2024 16:30:00;Tables:\n13;';
	server.react = () => plain(record);
	const parameters = { resource: 'scheduledMessage', operation: 'getAll' };
	const result = await server.run({ parameters });
	expect(outputOf(result)).toMatchObject([{ id: '12', text: 'Tables:\n13;' }]);
	expect(hintsOf(result)[0]).toContain('Count');
});

it.each([200, 1000, 4000, 9000])(
	'all scheduled messages are read where %d are sent, and leave the list, between two pages',
	async (sent) => {
		let ids = Array.from({ length: 22_000 }, (_, index) => 6_000_000 + index);
		server.react = (request, index) => {
			if (index === 2) ids = ids.slice(sent);
			const { from, asked } = rangeOf(request);
			const page = ids.slice(from, from + asked);
			return plain(page.map((id) => `${id};${id};33600123456;;0;12/11/2030 16:30:00;Text`).join('\n'));
		};
		const parameters = { resource: 'scheduledMessage', operation: 'getAll', returnAll: true };
		const output = outputOf(await server.run({ parameters }));
		const returned = new Set(output.map(({ id }) => Number(id)));
		expect(returned.size).toBe(output.length);
		expect(ids.filter((id) => !returned.has(id))).toEqual([]);
	},
);
