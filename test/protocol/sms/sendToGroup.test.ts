import { planSmsToGroup } from '../../../protocol/sms/send';
import { invalidInput, reply, unexpectedReply } from '../helpers';
import { now, only, options } from './sending';
import type { SmsOptions } from '../../../protocol/sms/options';

describe('planSmsToGroup', () => {
	const toGroup = (groupId: string, changes: Partial<SmsOptions> = {}) =>
		planSmsToGroup({ ...options, ...changes, groupId }, now);

	it('knows the length, not the recipients', () => {
		expect(toGroup('1', { text: 'a'.repeat(161) })).toMatchObject({
			to: [],
			mostRecipients: 0,
			personalized: false,
			duplicatesRemoved: 0,
			segments: 2,
		});
	});

	it.each(['', 'VIP', '1;2', '-1', '1.5'])('refuses the group id %j', (groupId) => {
		expect(invalidInput(() => toGroup(groupId)).field).toBe('group');
	});

	it.each([
		['text', { text: '' }],
		['text', { text: 'Hello %1%' }],
		['text', { text: 'a'.repeat(2000) }],
		['lastDay', { firstDay: 2 }],
	])('names %s for input that is wrong: %j', (field, changes) => {
		expect(invalidInput(() => toGroup('1', changes)).field).toBe(field);
	});

	it('says for when it is scheduled, as the service was told', () => {
		expect(toGroup('1')).not.toHaveProperty('scheduledFor');
		expect(toGroup('1', { scheduleAt: new Date('2026-07-01T10:00:30Z') }).scheduledFor).toBe(
			'2026-07-01T12:01:00+02:00',
		);
	});

	it('is quoted without its text', () => {
		const { parse } = only(toGroup('1', { text: 'Your examination is tomorrow' }));
		const echo = reply('<b>Upstream failed</b> msg=Your examination is tomorrow', 500);
		const { excerpt } = unexpectedReply(() => parse(echo));
		expect(excerpt).toContain('Upstream failed');
		expect(excerpt).not.toMatch(/examination|tomorrow/);
	});
});
