/** A workflow that is published again, after a deployment or a publishing that has failed, loses no status. */
import { deepCopy } from 'n8n-workflow';
import { Bench, day, found, minute } from './bench';

const benches: Bench[] = [];
afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.close();
});

async function open(...options: Parameters<typeof Bench.open>): Promise<Bench> {
	const bench = await Bench.open(...options);
	benches.push(bench);
	return bench;
}

const status = ['delivery_report 1 0'];

it('after a time unpublished', async () => {
	const bench = await open();
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
	const production = await open(false, { instance: 'production' });
	const staging = await open(false, { instance: 'staging' });
	if (own !== undefined) production.trigger.credentials = own;
	for (const bench of [production, staging]) {
		await bench.publish();
		bench.now += minute;
	}
	staging.sendAll(['7', '8', '9'], minute);
	await staging.settle(3);
	const message = production.send('1');
	await production.tick();
	production.stage.saved = deepCopy(staging.stage.saved);
	const items = await production.publish();
	message.code = '0';
	items.push(...(await production.settle(6)));
	expect(found(items)).toEqual(status);
});

it.each([true, false])(
	'after one that failed for another trigger and a change taken back; durable cursors: %s',
	async (isDurable) => {
		const bench = await open(isDurable);
		const [first, second] = bench.withSecond();
		await bench.publish();
		bench.now += minute;
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
