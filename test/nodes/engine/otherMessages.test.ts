/** What may have reached somebody holds back nothing that certainly is another message, or for other people. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { UnfinishedMessages } from '../../../nodes/engine/sending/messageIdentity';
import { inLists } from '../../support/inLists';
import { runLoop } from '../../support/loopBack';
import { goOn, number, plain, sendParameters, sendPerItem, sendToGroup } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
const { run } = server;

/** The service's replies: one request is not answered. */
function cut(unanswered: number): void {
	server.react = (_request, index) => (index + 1 === unanswered ? 'cut' : plain('OK 123'));
}

const toGroup = { ...sendToGroup('={{ $json.id }}'), category: 'nonMarketingGroup' };
const byTheClock = '=Our news of {{ $now.toFormat("yyyy") }}';

describe.each([
	['a fixed text', 'Our news'],
	['a text by the clock', byTheClock],
])('the other groups get %s', (_what, text) => {
	it('in one run', async () => {
		cut(1);
		await run({
			parameters: { ...toGroup, text },
			items: [{ id: '1' }, { id: '2' }, { id: '3' }],
			settings: goOn,
		});
		expect(server.sent('groupe')).toEqual(['1', '2', '3']);
	});

	it('in a loop, in which the first does not get it again', async () => {
		cut(1);
		const again = '={{ { id: $runIndex === 0 ? "2" : "1" } }}';
		await runLoop(server.url, [{ id: '1' }], { ...toGroup, text }, { fromBoth: true, again });
		expect(server.sent('groupe')).toEqual(['1', '2']);
	});
});

const listOf = (size: number, from: number): string[] =>
	Array.from({ length: size }, (_, index) => number(from + index));
const firstOfLists = (): string[] => server.sent('dest').map((dest) => (dest ?? '').slice(0, 11));
const toLists = {
	...{ ...sendParameters, to: '={{ $json.list }}', text: 'Our news', category: 'nonMarketingGroup' },
	options: { maxConcurrentRequests: 1 },
};

it.each([
	['a long list in one run', 2, [10_000, 10_000]],
	['a list of 5,001 after one person', 1, [1, 5_001]],
])('other people get the same text: %s', async (_what, unanswered, sizes) => {
	cut(unanswered);
	const items = sizes.map((size, index) => ({ list: listOf(size, index * 50_000) }));
	await run({ parameters: toLists, items, settings: goOn });
	expect(firstOfLists()).toContain(number(50_000));
});

it('other people get the same text: a long list in a loop, after one of which the rest was rejected', async () => {
	server.react = (_request, index) => plain(index === 1 ? 'ERROR 04' : 'OK 123');
	const again = `={{ { list: Array.from({ length: 7000 }, (_, i) => String(${number(50_000)} + i)) } }}`;
	await runLoop(server.url, [{ list: listOf(7_000, 0) }], toLists, { fromBoth: true, again });
	expect(firstOfLists()).toContain(number(50_000));
});

it('another item of the same run goes to the same person, though its text is by the clock', async () => {
	cut(1);
	const items = [1, 2].map((n) => ({ to: number(0), text: `Parcel ${n}` }));
	const text = '={{ $json.text }} {{ $now.toFormat("yyyy") }}';
	const parameters = { ...sendPerItem, text, options: { maxConcurrentRequests: 1 } };
	await run({ parameters, items, settings: goOn });
	expect(server.sent('msg').map((sent) => sent?.slice(0, 8))).toEqual(['Parcel 1', 'Parcel 2']);
});

it('a list that is too long to be compared may have people of a group, and a group people of the list', () => {
	const [toList, group, otherGroup] = [undefined, 'g', 'h'].map((name) => ({
		...{ content: 'News', recipients: [], group: name },
	}));
	const others = (added: typeof group, message: typeof group): string[] => {
		const unfinished = new UnfinishedMessages();
		unfinished.add('0:0', added);
		return message === undefined ? [] : unfinished.like(message, () => true);
	};
	expect([others(group, toList), others(toList, group)]).toEqual([['0:0'], ['0:0']]);
	expect([others(group, group), others(group, otherGroup)]).toEqual([['0:0'], []]);
});

describe('another text to the same person goes out in the next round', () => {
	const parcel = (n: number | string): IDataObject => ({
		to: number(0),
		text: `Parcel ${n}`,
		body: { message: `Parcel ${n}` },
	});
	it.each<[string, INodeParameters]>([
		['a time of delivery by the clock', inLists({ scheduleAt: '={{ $now.plus({ hours: 1 }).toISO() }}' })],
		[
			'Callback Data of the execution',
			inLists({
				requestDeliveryReport: true,
				callbackData: { entry: [{ name: 'execution', value: '={{ $execution.id }}' }] },
			}),
		],
		['a dry run by the mode', inLists({ dryRun: "={{ $execution.mode === 'test' }}" })],
		['recipients by a regex', { to: "={{ $json.to.replace(/\\s/g, '') }}" }],
		['a calculated time-out', inLists({ timeout: '={{ parseInt($json.timeout) || 30 }}' })],
		['a text from the body of a webhook', { text: '={{ $json.body.message }}' }],
	])('with %s', async (_what, more) => {
		cut(1);
		const again = `={{ { ...$('Start').first().json, text: 'Parcel ' + ($runIndex + 2), body: { message: 'Parcel ' + ($runIndex + 2) } } }}`;
		await runLoop(server.url, [parcel(1)], { ...sendPerItem, ...more }, { fromBoth: true, again });
		expect(server.sent('msg').map((text) => text?.slice(0, 8))).toEqual(['Parcel 1', 'Parcel 2', 'Parcel 3']);
	});

	it('but not with variables of the recipients that the clock may change', async () => {
		cut(1);
		const to = '={{ [{ to: $json.to, variables: [$now.toFormat("yyyy") + $runIndex] }] }}';
		await runLoop(
			server.url,
			[{ to: number(0), text: 'Hello %1%' }],
			{ ...sendPerItem, to },
			{ fromBoth: true },
		);
		expect(server.requests).toHaveLength(1);
	});
});
