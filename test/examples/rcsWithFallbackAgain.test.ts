import { setTimeout } from 'node:timers/promises';
import { jsonOf } from '../support/engine';
import {
	allByRcs,
	asked,
	byWhatsApp,
	camille,
	everybody,
	fallbackHarness,
	ines,
	jean,
	noneByRcs,
	table,
	told,
} from './fallbackHarness';
import { cut, refusing, slow } from './faults';

describe('the example "RCS, with WhatsApp or SMS where it cannot be shown", run again', () => {
	const at = fallbackHarness();
	const { phones, tellAll, arrived, killedAfter } = at;

	it('tells each person by one way in two runs at the same moment', async () => {
		await at.harness.break(slow(asked.rcs, 1_000));
		const one = at.run();
		await setTimeout(400);
		await Promise.all([one, at.attempt({})]);
		const { rcs, sms } = await arrived();
		expect({ byRcs: rcs.length, sms }).toEqual({ byRcs: 3, sms: [] });
	});

	it('tells nobody by another channel where the response was lost, though a status says that RCS failed', async () => {
		await phones('failing', camille);
		await at.harness.break(cut(asked.rcs));
		expect(jsonOf(await at.run(), 'To be checked')).toMatchObject([{ order: 'A-1001' }]);
		await at.pass(600);
		expect((await arrived()).sms).toEqual([]);
	});

	it('sends nothing more after an unknown outcome, though its channel is emptied', async () => {
		await at.harness.break(cut(asked.rcs, 'cut-before'));
		await at.run();
		const before = await arrived();
		at.tables.change(table, { channel: '' });
		expect(jsonOf(await at.run(), 'To be checked')[0]).toMatchObject({ order: 'A-1001' });
		expect(await arrived()).toEqual(before);
	});

	it.each([
		['RCS', 'reachable', 0, ['A-1001', 'A-1002', 'A-1003'], allByRcs],
		['WhatsApp', 'unreachable', 0, ['A-1002'], noneByRcs],
		['SMS', 'unreachable', 1, ['A-1001', 'A-1003'], noneByRcs],
	])('goes to no other channel when n8n was killed after a send by %s', async (...row) => {
		const [channel, state, noted, orders, expected] = row;
		await phones(state, ...everybody);
		await killedAfter(noted, 'accepted');
		await phones(state === 'reachable' ? 'unreachable' : 'reachable', ...everybody);
		const result = await tellAll();
		expect(await arrived()).toEqual(expected);
		const why: unknown = expect.stringMatching(/^Sent before/);
		expect(jsonOf(result, 'To be checked')).toEqual(
			orders.map((order) => ({ order, channel: channel.toLowerCase(), why })),
		);
	});

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
		await at.harness.break(refusing(asked.rcs));
		await killedAfter(3, 'channel');
		await at.harness.break();
		await tellAll();
		expect(await arrived()).toEqual(allByRcs);
	});

	it('tells nobody twice whose order stands in the list twice', async () => {
		await at.run({ 'A-1003': 'A-1001', Inès: 'Camille', [ines]: camille });
		expect(await arrived()).toMatchObject({ rcs: told(camille, jean), whatsApp: [], sms: [] });
	});

	describe.each([
		['its number is written in two ways', { 'A-1003': 'A-1001', [ines]: '+33 6 00 12 34 56' }],
		['its number has a blank behind it', { 'A-1003': 'A-1001 ', [ines]: camille }],
	])('for an order that is in two rows, where %s', (_what, twice) => {
		const rows = { ...twice, Inès: 'Camille' };
		const toCamille = async () => {
			const { rcs, whatsApp, sms } = await arrived();
			return [...rcs, ...whatsApp, ...sms].filter(({ number }) => number === camille);
		};

		it('tells the person once, though only one row has the time of WhatsApp', async () => {
			await phones('unreachable', camille);
			await at.run({ ...rows, 'minus({ days: 3 })': 'minus({ hours: 2 })' });
			expect(await toCamille()).toHaveLength(1);
		});

		it('tells the person once, though the check fails for one row', async () => {
			await at.harness.break(refusing(asked.check, 400, 1));
			await at.run(rows);
			expect(await toCamille()).toHaveLength(1);
		});
	});

	it('tells a person once where a blank behind the order number is removed for the second run', async () => {
		await at.run({ 'A-1001': 'A-1001 ' });
		await at.harness.break(refusing(asked.check));
		await at.run();
		expect(await arrived()).toEqual(allByRcs);
	});

	it('lists the order of another person that has the same number', async () => {
		const result = await at.run({ 'A-1003': 'A-1001' });
		expect(await arrived()).toEqual({ rcs: told(camille, jean), whatsApp: [], sms: [] });
		expect(jsonOf(result, 'To be checked')).toMatchObject([{ order: 'A-1001' }]);
	});

	it('lists the order for which WhatsApp was chosen, but is too late after a crash', async () => {
		await phones('unreachable', ...everybody);
		await killedAfter(2, 'channel');
		const result = await at.run({ 'minus({ hours: 2 })': 'minus({ hours: 26 })' });
		expect(await arrived()).toEqual({ ...noneByRcs, whatsApp: [] });
		expect(jsonOf(result, 'To be checked')).toEqual([
			{ order: 'A-1002', channel: 'whatsapp', why: expect.stringContaining('24 hours') },
		]);
	});

	it.each(['whatsapp ', 'telegram'])('lists the order whose row has the channel "%s"', async (channel) => {
		await at.run();
		const [row] = at.tables.rows(table);
		at.tables.restore(table, { ...row, order: 'A-1009', channel, accepted: null });
		const result = await at.run({ 'A-1001': 'A-1009' });
		expect(jsonOf(result, 'To be checked')).toEqual([
			{ order: 'A-1009', channel, why: expect.stringContaining('channel') },
		]);
	});

	it('lists the order whose SMS was refused, and tries by SMS again in the next run', async () => {
		await phones('unreachable', camille);
		const result = await tellAll(refusing(asked.sms));
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
		['one phone only', { [camille]: '+33600123459, +33600123456' }],
	])('sends an order without %s nowhere, and ends with an error after the others', async (_what, edits) => {
		const { error } = await at.fail(edits);
		expect(error).toMatchObject({ message: expect.stringContaining('Correct it') });
		expect((await arrived()).rcs).toEqual(told(jean, ines));
	});

	it.each(['order', 'name', 'phone'])('sends nothing where the column %s is renamed', async (column) => {
		await at.fail({ [`\\"${column}\\"`]: `\\"my_${column}\\"` });
		expect(await arrived()).toEqual({ rcs: [], whatsApp: [], sms: [] });
	});

	const withBlank = "minus({ hours: 2 }).toFormat('yyyy-MM-dd HH:mm:ss')";
	const yetToCome = '\\"lastWhatsApp\\": \\"{{ $now.plus({ days: 3 }).toISO() }}\\"';
	it.each([
		['with a blank instead of a T', 'minus({ hours: 2 }).toISO()', withBlank],
		['of somebody else that is yet to come', '\\"lastWhatsApp\\": \\"\\"', yetToCome],
	])('uses WhatsApp where the list has a time %s', async (_what, right, written) => {
		await phones('unreachable', ...everybody);
		await at.run({ [right]: written });
		expect((await arrived()).whatsApp).toEqual([byWhatsApp(jean)]);
	});
});
