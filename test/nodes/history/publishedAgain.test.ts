/** A workflow that is published again, after a deployment or a publishing that has failed, loses no status. */
import { deepCopy } from 'n8n-workflow';
import type { StageItems } from '../../polls/stage';
import { benchForEachTest, day, delivered, found, minute } from './bench';

const bench = benchForEachTest();
const staging = benchForEachTest();
const status = delivered('1');

it('after a time unpublished', async () => {
	await bench.publish();
	bench.now += 20 * day;
	bench.send('1', '0');
	bench.now += day;
	expect(found([...(await bench.publish()), ...(await bench.settle(6))])).toEqual(status);
});

it.each([
	['of its own', { smsboxApi: { id: 'production', name: 'production' } }],
	['with the same ID', undefined],
])('after a deployment with the static data of another n8n, with a credential %s', async (_what, own) => {
	await bench.open(false, { instance: 'production' });
	await staging.open(false, { instance: 'staging' });
	if (own !== undefined) bench.trigger.credentials = own;
	for (const each of [bench, staging]) await each.publish(minute);
	staging.sendAll(['7', '8', '9'], minute);
	await staging.settle(3);
	const message = bench.send('1');
	await bench.tick();
	bench.stage.saved = deepCopy(staging.stage.saved);
	const items = await bench.publish();
	message.code = '0';
	items.push(...(await bench.settle(6)));
	expect(found(items)).toEqual(status);
});

it.each([true, false])(
	'after one that failed for another trigger and a change taken back; durable cursors: %s',
	async (isDurable) => {
		await bench.open(isDurable);
		const [first, second] = bench.withSecond();
		await bench.publish(minute);
		const message = bench.send('1');
		await bench.tick();
		message.code = '0';
		for (const event of ['newMessage', 'statusUnknown']) {
			bench.stage.nodes = [
				{ ...first, parameters: { ...first.parameters, events: [event] } },
				{ ...second, parameters: { ...second.parameters, filters: { to: 'Marie' } } },
			];
			await expect(bench.publish()).rejects.toThrow('phone number');
		}
		bench.stage.nodes = [first];
		const items = [...(await bench.publish()), ...(await bench.settle(6))];
		expect(found(items)).toEqual(status);
	},
);

it.each([false, true])(
	'while a poll is under way that ends before the first one; n8n 1: %s',
	async (isN8n1) => {
		await bench.open(false, { isN8n1 });
		await bench.publish(minute);
		await bench.tick();
		bench.send('1', '0');
		bench.now += minute;
		let end = (): void => undefined;
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		let publishing: Promise<StageItems> | undefined;
		bench.fault = () => {
			publishing ??= bench.stage.publish('ends', ended);
			return undefined;
		};
		const items = await bench.tick();
		end();
		items.push(...[...((await publishing)?.values() ?? [])].flat(), ...(await bench.settle(6)));
		expect(found(items)).toEqual(status);
	},
);
