/** Another account starts nothing from before it was chosen; a new key of the same account changes nothing. */
import type { IDataObject } from 'n8n-workflow';
import { plain } from '../../support/runNode';
import { polledUntil } from '../../support/historyPolling';
import { benchForEachTest, day, delivered, found, hour, minute, numbered } from './bench';

const bench = benchForEachTest();

const chooseCredential = (): void => {
	bench.trigger.credentials = { smsboxApi: { id: 'production', name: 'production' } };
};
const replaceKey = (): void => {
	bench.stage.apiKey = 'production';
};

/** The history of another account, which has sent a message every three hours for two weeks. */
function changeHistory(): void {
	bench.messages = [];
	const { now } = bench;
	for (const reference of numbered(100)) {
		bench.now = now + (Number(reference) - 1100) * 3 * hour;
		bench.send(reference, '0');
	}
	bench.now = now + minute;
}

describe.each([
	['another credential', chooseCredential],
	['the key of another account in the same credential', replaceKey],
])('%s', (_what, choose) => {
	it.each([
		['static data', false, true],
		['durable cursors', true, true],
		['static data, while the workflow stays published', false, false],
	])('starts nothing from before it was chosen, with %s', async (_mode, isDurable, isPublished) => {
		await bench.open(isDurable);
		bench.send('1', '0');
		bench.now += 14 * day;
		await bench.publish(minute);
		await bench.tick();
		changeHistory();
		choose();
		// A workflow that is published keeps its credential, but not what is in it.
		const items = isPublished || choose === chooseCredential ? await bench.publish() : await bench.tick();
		bench.now += minute;
		await bench.expectOnlyNew(items, 6);
	});

	it('starts nothing from before it was chosen, after an account without messages', async () => {
		await bench.publish();
		bench.now += 14 * day;
		changeHistory();
		choose();
		const items = await bench.publish(minute);
		await bench.expectOnlyNew(items, 6);
	});

	it('makes no open message of the former account unknown', async () => {
		bench.trigger.parameters = { events: ['finalStatus', 'statusUnknown'], lookBack: 1 };
		bench.send('1', '0');
		await bench.publish(minute);
		bench.send('2', '9');
		await bench.tick();
		changeHistory();
		choose();
		expect([...(await bench.publish()), ...(await bench.poll(48, 6 * hour))]).toEqual([]);
	});
});

describe('a new key of the same account', () => {
	/** What a message that was open and one that was sent meanwhile start. */
	async function replaceKeyBetween(prepare: () => Promise<void>): Promise<IDataObject[]> {
		await prepare();
		bench.now += minute;
		const open = bench.send('2', '9');
		await bench.tick();
		bench.now += minute;
		bench.send('3', '0');
		open.code = '0';
		replaceKey();
		return [...(await bench.tick()), ...(await bench.settle(6))];
	}

	it.each([true, false])('loses nothing and repeats nothing; durable cursors: %s', async (isDurable) => {
		await bench.open(isDurable);
		bench.send('1', '0');
		const items = await replaceKeyBetween(async () => {
			await bench.publish();
		});
		expect(found(items)).toEqual(delivered('2', '3'));
	});

	it('is taken as it is by a state from before keys were compared', async () => {
		const { now } = bench;
		const items = await replaceKeyBetween(async () => {
			bench.stage.saved = polledUntil(now);
			await bench.publish();
		});
		expect(found(items)).toEqual(delivered('2', '3'));
	});
});

describe.each([
	['the same key', 'demo'],
	['a new key of the same account', 'production'],
])('with %s', (_what, apiKey) => {
	const chooseRecipient = (): void => {
		bench.trigger.parameters = { filters: { to: '+33600000002' } };
	};
	const emptyAnswer = (): void => {
		bench.fault = (page) => (page === 0 ? bench.answer([]) : undefined);
	};
	const shortPages = (): void => {
		bench.mostRecords = 50;
		bench.sendAll(numbered(60));
	};

	it.each([
		['one empty answer', emptyAnswer, ['2', '3']],
		['short pages', shortPages, [...numbered(60), '2', '3']],
		['another Recipient', chooseRecipient, ['3']],
	])('loses nothing after %s', async (_odd, change, expected) => {
		bench.send('1', '0');
		await bench.publish(minute);
		const open = bench.send('2', '9');
		await bench.tick();
		bench.now += minute;
		bench.send('3', '0', { to: '33600000002' });
		change();
		open.code = '0';
		bench.stage.apiKey = apiKey;
		const items = change === chooseRecipient ? await bench.publish() : await bench.tick();
		items.push(...(await bench.settle(12)));
		expect(found(items).sort()).toEqual(delivered(...expected).sort());
	});
});

it('a new key costs no more than the first poll where nothing was there', async () => {
	await bench.publish();
	replaceKey();
	bench.mostRecords = 10;
	for (const [index, reference] of numbered(200).entries())
		bench.send(reference, '0', { at: bench.now - hour + index * 1000 });
	bench.now += minute;
	await bench.tick();
	expect(bench.asked.length).toBeLessThanOrEqual(3);
});

it('another credential whose key is rejected changes nothing', async () => {
	await bench.publish(minute);
	bench.send('2', '0');
	const items = await bench.tick();
	const { trigger } = bench;
	bench.stage.nodes = [{ ...trigger, credentials: { smsboxApi: { id: 'wrong', name: 'wrong' } } }];
	bench.fault = () => plain('ERREUR');
	await expect(bench.publish()).rejects.toThrow('Rejected by SMSBOX');
	bench.stage.nodes = [trigger];
	bench.fault = () => undefined;
	items.push(...(await bench.publish()), ...(await bench.settle(6)));
	expect(found(items)).toEqual(delivered('2'));
});
