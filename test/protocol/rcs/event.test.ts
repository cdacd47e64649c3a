import { planRcsEvent } from '../../../protocol/rcs/event';
import { invalidInput, unexpectedReply } from '../helpers';
import { agentId, json, only, queued } from './wire';

describe('planRcsEvent', () => {
	it('gives the reference, where there is one, and the recipient', () => {
		const { parse } = only(planRcsEvent(agentId, ['33600123401'], 'READ'));
		const recipients = [expect.objectContaining({ number: '+33600123401', accepted: true })];
		expect(parse(json(queued, 202))).toEqual({ reference: '123456789012', recipients });
		expect(parse(json({ ...queued, reference: undefined, details: 'Late.' }, 202))).toEqual({
			reference: undefined,
			recipients,
			details: 'Late.',
		});
	});

	it('takes an answer that says nothing of the recipient for none', () => {
		const { parse } = only(planRcsEvent(agentId, ['33600123401'], 'READ'));
		for (const body of [{ ...queued, recipients: [] }, { reference: '1' }, {}, null])
			expect(unexpectedReply(() => parse(json(body, 202))).status).toBe(202);
	});

	it('goes to one person', () => {
		const { field, message } = invalidInput(() =>
			planRcsEvent(agentId, ['33600123401', '33600123402'], 'READ'),
		);
		expect([field, message]).toEqual(['to', 'There are 2 recipients, but an event goes to only one.']);
	});

	it.each(['read', '', 'toString'])('%j, which an expression may give, is no event', (given) => {
		const { event } = Object.assign({ event: 'READ' as const }, { event: given });
		expect(invalidInput(() => planRcsEvent(agentId, ['+33600123401'], event)).field).toBe('event');
	});
});
