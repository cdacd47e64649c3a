import type { INodeParameters } from 'n8n-workflow';
import { gate } from '../../support/gate';
import type { Reaction } from '../../support/httpServer';
import { serviceForEachTest } from '../../support/service';
import { formOf, goOn, number, outputOf, plain, retrying, sendPerItem } from '../../support/runNode';

const numbers = [1, 2, 3, 4, 5].map(number);
const items = numbers.map((to, index) => ({ to, text: `Text ${index}` }));

const server = serviceForEachTest();

/**
 * A service that reacts to each number by its own script, one reaction a request, OK when the script is over.
 * @param together how many requests are there before the first reaction: a failure that comes earlier stops the rest
 */
function serviceFor(scripts: Record<string, Reaction[]>, together = numbers.length): void {
	const { open, opened } = gate();
	server.react = async (request, index) => {
		const reaction = scripts[formOf(request).get('dest') ?? '']?.shift();
		if (index + 1 === together) open();
		if (reaction !== undefined) await opened;
		return reaction ?? plain(`OK 12345678900${index + 1}`);
	};
}

/** How often each number was in a request. */
const countByNumber = (): number[] => numbers.map((one) => server.countOf(one));

/** Expressions that come out differently each time. */
const inADay = '={{ new Date(Date.now() + (1 + Math.random()) * 86400000).toISOString() }}';
const contents: [string, INodeParameters][] = [
	['the same text', sendPerItem],
	['a text that varies', { ...sendPerItem, text: '={{ "At " + Math.random().toFixed(9) }}' }],
	['a schedule counted from now', { ...sendPerItem, deliveryOptions: { scheduleAt: inADay } }],
];

it.each(contents)('Retry On Fail sends only what was not accepted before: %s', async (_what, parameters) => {
	serviceFor({ [number(2)]: [plain('ERROR 04')], [number(4)]: [plain('ERROR 04')] });
	const result = await server.run({ parameters, items, settings: retrying });
	expect(result.status).toBe('success');
	expect(outputOf(result)).toHaveLength(5);
	expect(countByNumber()).toEqual([1, 2, 1, 2, 1]);
});

it.each(contents)('the first retry of an execution sends only the rest: %s', async (_what, parameters) => {
	serviceFor({ [number(3)]: [plain('ERROR 03')] });
	const failed = await server.run({ parameters, items });
	expect(failed.status).toBe('error');
	expect(countByNumber()).toEqual([1, 1, 1, 1, 1]);
	const retried = await server.run({ parameters, items, retryOf: failed });
	expect(retried.status).toBe('success');
	expect(countByNumber()).toEqual([1, 1, 2, 1, 1]);
	expect(outputOf(retried)).toHaveLength(5);
});

it('a retry goes on where an earlier try has deleted a group that was given by name', async () => {
	const groups = new Map(Object.entries({ '1': 'A', '2': 'B' }));
	let refusals = 1;
	server.react = (request) => {
		if (!request.path.includes('do=del'))
			return plain([...groups].map(([id, name]) => `${id};${name};0`).join('\n'));
		const id = formOf(request).get('id') ?? '';
		if (id === '2' && refusals-- > 0) return plain('ERREUR');
		return plain(groups.delete(id) ? 'OK' : 'ERREUR');
	};
	const parameters = {
		resource: 'group',
		operation: 'delete',
		group: { __rl: true, mode: 'name', value: '={{ $json.group }}' },
	};
	const named = [{ group: 'A' }, { group: 'B' }];
	const result = await server.run({ parameters, items: named, settings: retrying });
	expect(result.status).toBe('success');
	expect(outputOf(result)).toEqual([{ deleted: true }, { deleted: true }]);
	expect(groups.size).toBe(0);
});

it('a retry after the scheduled time keeps what was accepted, and fails for the rest', async () => {
	serviceFor({ [number(3)]: [plain('ERROR 04')] }, 1);
	const parameters = (scheduleAt: Date) => ({
		...sendPerItem,
		deliveryOptions: { scheduleAt: scheduleAt.toISOString() },
		options: { maxConcurrentRequests: 1 },
	});
	const hour = 3_600_000;
	const failed = await server.run({ parameters: parameters(new Date(Date.now() + hour)), items });
	expect(countByNumber()).toEqual([1, 1, 1, 0, 0]);
	const retried = await server.run({
		parameters: parameters(new Date(Date.now() - hour)),
		items,
		settings: goOn,
		retryOf: failed,
	});
	expect(countByNumber()).toEqual([1, 1, 1, 0, 0]);
	const past = 'Send At: The time is in the past.';
	const outcomes = outputOf(retried).map(({ accepted, error }) => accepted ?? error);
	expect(outcomes).toEqual([true, true, past, past, past]);
});
