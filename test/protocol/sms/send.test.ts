import { planSms, planSmsToGroup, type SendPlan, type SendSms } from '../../../protocol/sms/send';
import { formOf, invalidInput, reply } from '../helpers';
import { basic, form, now, numbers, only, options, plan, rejected } from './sending';

describe('planSms: what goes over the wire', () => {
	it('sends that nothing is spoken to landlines', () =>
		expect(form({ textToSpeech: false })).toMatchObject({ allow_vocal: '0' }));

	it('leaves the sender to the account if none is given: Expert requires the parameter', () => {
		expect(form().origine).toBe('');
		expect(form({ senderId: '' }).origine).toBe('');
		expect(form({ senderType: 'shortCode' })).not.toHaveProperty('origine');
		expect(form({ senderType: 'twoWay' })).not.toHaveProperty('origine');
	});
});

describe('planSms: schedule', () => {
	it('says for when it is scheduled, as the service was told', () => {
		expect(plan({ scheduleAt: new Date('2026-07-01T10:00:30Z') }).scheduledFor).toBe(
			'2026-07-01T12:01:00+02:00',
		);
		expect(plan()).not.toHaveProperty('scheduledFor');
	});

	it('takes two years ahead, and not more', () => {
		expect(form({ scheduleAt: new Date('2028-05-04T09:00:00Z') }).date).toBe('04/05/2028');
		expect(rejected({ scheduleAt: new Date('2028-05-04T09:01:00Z') }).field).toBe('scheduleAt');
	});

	it('rejects a time in the past', () => {
		const { field, message } = rejected({ scheduleAt: new Date(now.getTime() - 60_001) });
		expect({ field, message }).toEqual({ field: 'scheduleAt', message: 'The time is in the past.' });
	});

	it.each([0, 1, 60_000])('is the same message once it is due, which leaves at once: %d ms ago', (past) => {
		const scheduleAt = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
		const due = new Date(scheduleAt.getTime() + past);
		const before = new Date(scheduleAt.getTime() - 30_000);
		const requestAt = (time: Date) => planSms({ ...basic, scheduleAt }, time).exchanges[0]?.request;
		expect(requestAt(due)).toEqual(requestAt(before));
		expect(planSms({ ...basic, scheduleAt }, due)).not.toHaveProperty('scheduledFor');
		expect(planSms({ ...basic, scheduleAt }, before)).toHaveProperty('scheduledFor');
	});

	it('says when a message leaves that was due within this minute, as times are rounded up', () => {
		const due = new Date('2026-05-04T10:00:30+02:00');
		expect(planSms({ ...basic, scheduleAt: due }, new Date(due.getTime() + 1)).scheduledFor).toBe(
			'2026-05-04T10:01:00+02:00',
		);
	});

	it('has the same content for others, for another time and with other options', () => {
		const contentOf = (changed: Partial<SendSms>) => plan(changed).exchanges[0]?.message?.().text;
		const scheduleAt = new Date(now.getTime() + 3_600_000);
		const recipients = [{ to: '33600123499', variables: ['soir'] }];
		expect(contentOf({ scheduleAt })).toEqual(contentOf({}));
		expect(contentOf({ recipients })).toEqual(contentOf({}));
		expect(contentOf({ validityPeriod: 60, category: 'marketing', senderType: 'twoWay' })).toEqual(
			contentOf({}),
		);
		expect(contentOf({ text: 'Été', charset: 'iso-8859-1' })).toEqual(contentOf({ text: 'Été' }));
		expect(contentOf({ text: 'Autre' })).not.toEqual(contentOf({}));
	});

	it('refuses what is no date', () =>
		expect(rejected({ scheduleAt: new Date('soon') }).field).toBe('scheduleAt'));
});

describe('planSms: input that is wrong', () => {
	it.each<[field: string, changes: Partial<SendSms>]>([
		['text', { text: '' }],
		['text', { text: ' \n\u00a0' }],
		['text', { text: 'Price: 5€', charset: 'iso-8859-1' }],
		['text', { text: 'être', encoding: 'gsm7' }],
		['text', { text: 'half \ud83d' }],
		['to', { recipients: [] }],
		['to', { recipients: [{ to: '' }] }],
		['to', { recipients: [{ to: 'Jean' }] }],
		['senderId', { senderId: 'ABCDEFGHIJKL' }],
		['senderId', { senderId: '1234567890123456' }],
		['senderId', { senderId: 'Café' }],
		['senderId', { senderId: 'My Shop' }],
		['senderId', { senderId: 'MyShop', senderType: 'shortCode' }],
		['senderId', { senderId: 'MyShop', senderType: 'twoWay' }],
		['validityPeriod', { validityPeriod: Number.NaN }],
		['lastDay', { firstDay: 1 }],
		['firstDay', { lastDay: 5 }],
		['lastHour', { firstHour: 8 }],
		['firstHour', { lastHour: 20 }],
		['lastDay', { firstDay: 5, lastDay: 1 }],
		['lastHour', { firstHour: 20, lastHour: 8 }],
		['textToSpeech', { textToSpeech: true, senderType: 'twoWay' }],
		['callbackData', { callbackData: [{ name: '', value: 'x' }] }],
		['callbackData', { callbackData: [{ name: 'ts', value: 'x' }] }],
		['callbackData', { callbackData: [{ name: 'numero', value: '1' }] }],
	])('names %s for %j', (field, changes) => expect(rejected(changes).field).toBe(field));

	it.each([
		['senderType', { senderType: 'Expert' }],
		['category', { category: 'toString' }],
		['charset', { charset: 'utf-16' }],
		['encoding', { encoding: 'default' }],
		['concatenationHeader', { concatenationHeader: 2 }],
	])('names %s for a choice that an expression made up: %j', (field, changes) => {
		const params = Object.assign({ ...basic }, changes);
		expect(invalidInput(() => planSms(params, now)).field).toBe(field);
	});

	it('names the position of the wrong number', () => {
		expect(rejected({ recipients: [...numbers(3), { to: '12' }] }).message).toContain('number 4 of the list');
	});

	it('shows neither the text nor a number in any error', () => {
		const recipients = [...numbers(60), { to: '33600' }];
		for (const changes of [
			{ recipients },
			{ category: 'alert', recipients: numbers(60) },
			{ maxSegments: 1, text: 'secret '.repeat(40) },
		] as const) {
			const { message, remediation } = rejected(changes);
			expect(`${message} ${remediation}`).not.toMatch(/secret|336/);
		}
	});
});

describe('planSms: length', () => {
	it('counts with the chosen header', () => {
		expect(plan({ text: 'a'.repeat(306) }).segments).toBe(2);
		expect(plan({ text: 'a'.repeat(306), concatenationHeader: 'sevenBytes' }).segments).toBe(3);
		expect(plan({ text: 'a'.repeat(306), concatenationHeader: 'none' }).segments).toBe(2);
	});

	it('refuses what the service would cut in silence', () => {
		expect(plan({ text: 'a'.repeat(8 * 153) }).segments).toBe(8);
		const { field, message } = rejected({ text: 'a'.repeat(8 * 153 + 1) });
		expect([field, message]).toEqual(['text', 'The text needs 9 segments (limit: 8).']);
		expect(rejected({ text: 'a'.repeat(161), maxSegments: 1 }).message).toBe(
			'The text needs 2 segments (limit: 1).',
		);
		expect(rejected({ text: 'a'.repeat(161), maxSegments: 1 }).remediation).toContain(
			'raise Max Segments (at most 8)',
		);
		expect(rejected({ text: 'a'.repeat(3000) }).remediation).not.toContain('Max Segments');
	});

	it('lets it be cut if told so, and counts what remains', () => {
		const cut = plan({ text: 'a'.repeat(500), maxSegments: 2, truncate: true });
		expect(cut).toMatchObject({ segments: 2, charactersLeft: 0 });
		expect(formOf(only(cut).request)).toMatchObject({ msg: 'a'.repeat(500), max_parts: '2' });
	});
});

describe('what a plan says of its people', () => {
	const recipients = ['33600123401', '33600123402'].map((to, index) => ({
		to,
		variables: [`v${index}`, 'unused'],
	}));
	const plain = { recipients: recipients.map(({ to }) => ({ to })) };
	const messageOf = ({ exchanges: [first] }: SendPlan): unknown => first?.message?.();

	it('counts segments for each of them', () => {
		expect(plan({ ...plain, text: 'a'.repeat(161) })).toMatchObject({ totalSegments: 4, totalWithinGsm7: 4 });
		expect(plan({ ...plain, text: 'ê'.repeat(71) })).toMatchObject({ totalSegments: 4, totalWithinGsm7: 2 });
		expect(plan({ recipients, text: `%1%${'a'.repeat(159)}` })).toMatchObject({ totalSegments: 4 });
	});

	it('has what each of them reads, unless it is the text as it stands', () => {
		expect(plan({ recipients, text: 'Hello %1%' })).toMatchObject({
			to: ['33600123401', '33600123402'],
			personal: ['Hello v0', 'Hello v1'],
		});
		expect(plan({ recipients, text: 'Hello' })).toMatchObject({ personal: ['', ''] });
		expect(plan({ ...plain, text: 'You are %0%' })).toMatchObject({ personal: ['', ''] });
		expect(plan(plain)).not.toHaveProperty('personal');
	});

	it('tells a message from another one by its options, not by its people', () => {
		const message = messageOf(plan(plain));
		expect(messageOf(plan())).toEqual(message);
		expect(messageOf(plan({ ...plain, senderId: 'MyShop' }))).not.toEqual(message);
		expect(messageOf(plan({ ...plain, validityPeriod: 60, encoding: 'unicode' }))).toEqual(message);
	});

	it('tells groups apart, and words that are divided otherwise', () => {
		const toGroup = (groupId: string): unknown => messageOf(planSmsToGroup({ ...options, groupId }, now));
		expect(toGroup('1')).toEqual(toGroup('1'));
		expect(toGroup('1')).not.toEqual(toGroup('2'));
		const words = (...variables: string[]): unknown =>
			plan({ recipients: [{ to: '33600123401', variables }], text: '%1% %2%' }).personal;
		expect(words('ab', 'c')).not.toEqual(words('a', 'bc'));
	});

	it('takes as many in one request as their category allows', () => {
		expect(plan({ recipients, text: 'Hello %1%', category: 'private' }).mostRecipients).toBe(50);
		expect(plan({ recipients, text: 'Hello %1%' }).mostRecipients).toBe(500);
		expect(plan().mostRecipients).toBe(5_000);
	});

	it('knows the references in a reply', () => {
		const [first] = plan().exchanges;
		expect(first?.referencesIn?.(reply('OK 123456789012'))).toEqual(['123456789012']);
	});
});
