import { jsonOf } from '../support/engine';
import { withoutPauses } from '../support/withoutPauses';
import { readExample, type Fault } from './exampleHarness';
import {
	byWhatsApp,
	camille,
	checkAsked,
	everybody,
	fallbackHarness,
	ines,
	jean,
	name,
	rcsAsked,
	smsAsked,
	start,
	told,
} from './fallbackHarness';
import { refusing } from './setUpExample';

withoutPauses();

describe('the example "RCS, with WhatsApp or SMS where it cannot be shown", run again', () => {
	const at = fallbackHarness();
	const { phones, tellAll, arrived, killedAfter } = at;

	it('tells nobody again when it is run a second time', async () => {
		await phones('unreachable', jean, ines);
		await tellAll();
		const before = await arrived();
		await tellAll();
		expect(await arrived()).toEqual(before);
	});

	it.each<[string, string[], Fault[]]>([
		['RCS was refused, by SMS and WhatsApp', [], [refusing(rcsAsked)]],
		['the check failed, by SMS and WhatsApp', [], [refusing(checkAsked)]],
		['WhatsApp was refused too, by SMS', everybody, [refusing('waba.message.sendText', 402)]],
	])('tells nobody by RCS who was told when %s', async (_what, unreachable, faults) => {
		await phones('unreachable', ...unreachable);
		await tellAll(...faults);
		const before = await arrived();
		expect(before.rcs).toEqual([]);
		expect(before.sms.length + before.whatsApp.length).toBe(3);
		await phones('reachable', ...unreachable);
		await at.harness.break();
		const result = await tellAll();
		expect(jsonOf(result, 'Still open?')).toEqual([]);
		expect(await arrived()).toEqual(before);
	});

	const noRcs = { rcs: [], whatsApp: [byWhatsApp(jean)], sms: told(camille, ines) };
	it.each([
		[
			'RCS',
			'reachable',
			0,
			['A-1001', 'A-1002', 'A-1003'],
			{ rcs: told(...everybody), whatsApp: [], sms: [] },
		],
		['WhatsApp', 'unreachable', 0, ['A-1002'], noRcs],
		['SMS', 'unreachable', 1, ['A-1001', 'A-1003'], noRcs],
	])(
		'goes to no other channel when n8n was killed after a send by %s',
		async (channel, state, noted, orders, expected) => {
			await phones(state, ...everybody);
			await killedAfter(noted, 'accepted');
			await phones(state === 'reachable' ? 'unreachable' : 'reachable', ...everybody);
			const result = await tellAll();
			expect(await arrived()).toEqual(expected);
			expect(jsonOf(result, 'To be checked')).toEqual(
				orders.map((order) => ({
					order,
					channel: channel.toLowerCase(),
					why: expect.stringMatching(/^Sent before/),
				})),
			);
		},
	);

	it('goes to the channel that was noted when n8n was killed before the send', async () => {
		await phones('unreachable', ...everybody);
		await killedAfter(2, 'channel');
		expect(await arrived()).toEqual({ rcs: [], whatsApp: [], sms: [] });
		await phones('reachable', ...everybody);
		await tellAll();
		expect(await arrived()).toEqual({ rcs: told(ines), whatsApp: [byWhatsApp(jean)], sms: told(camille) });
		expect((await tellAll()).data['Send by SMS']).toBeUndefined();
	});

	it('tries RCS again when n8n was killed after it was refused, before the next channel was noted', async () => {
		await at.harness.break(refusing(rcsAsked));
		await killedAfter(3, 'channel');
		await at.harness.break();
		await tellAll();
		expect(await arrived()).toEqual({ rcs: told(...everybody), whatsApp: [], sms: [] });
	});

	it('tells nobody twice whose order stands in the list twice', async () => {
		const again = { 'A-1003': 'A-1001', Inès: 'Camille', '+33600123458': '+33600123456' };
		expect((await at.harness.run(readExample(name, again), start)).status).toBe('success');
		expect(await arrived()).toMatchObject({ rcs: told(camille, jean), whatsApp: [], sms: [] });
	});

	it('lists the order whose SMS was refused, and tries by SMS again in the next run', async () => {
		await phones('unreachable', camille);
		const result = await tellAll(refusing(smsAsked));
		expect(jsonOf(result, 'To be checked')).toEqual([
			{ order: 'A-1001', channel: 'sms', why: expect.stringMatching(/^Rejected/) },
		]);
		await at.harness.break();
		await phones('reachable', camille);
		await tellAll();
		expect(await arrived()).toEqual({ rcs: told(jean, ines), whatsApp: [], sms: told(camille) });
	});

	it.each([
		['its number', { '"A-1001\\"': '" \\"' }],
		['its name', { Camille: '' }],
		['its phone', { [camille]: '' }],
	])('sends an order without %s nowhere, and ends with an error after the others', async (_what, edits) => {
		const result = await at.harness.run(readExample(name, edits), start);
		expect(result).toMatchObject({
			status: 'error',
			error: { message: expect.stringContaining('Correct it') },
		});
		expect((await arrived()).rcs).toEqual(told(jean, ines));
	});

	it.each(['order', 'name', 'phone'])(
		'sends nothing where the column %s has another name',
		async (column) => {
			const edits = { [`\\"${column}\\"`]: `\\"my_${column}\\"` };
			const result = await at.harness.run(readExample(name, edits), start);
			expect(result.status).toBe('error');
			expect(await arrived()).toEqual({ rcs: [], whatsApp: [], sms: [] });
		},
	);

	it('takes a time that is yet to come for no message by WhatsApp', async () => {
		for (const phone of [camille, jean, ines]) await at.harness.setPhone(phone, 'unreachable');
		await at.run({
			'\\"lastWhatsApp\\": \\"\\"': '\\"lastWhatsApp\\": \\"{{ $now.plus({ days: 3 }).toISO() }}\\"',
		});
		expect((await arrived()).whatsApp).toEqual([byWhatsApp(jean)]);
	});
});
