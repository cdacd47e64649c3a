import { planRevoke } from '../../../protocol/rcs/revoke';
import { invalidInput } from '../helpers';
import { agentId, bodyOf, json, numbers, only, queued } from './wire';

describe('planRevoke', () => {
	it('names each recipient once, and answers like a send', () => {
		const plan = planRevoke(agentId, ['+33600123401', '33600123401'], ' 123456789012 ');
		const { request, parse } = only(plan);
		expect(bodyOf(request)).toEqual({ recipients: ['+33600123401'], reference: '123456789012' });
		expect(plan).toMatchObject({ to: ['33600123401'], duplicatesRemoved: 1 });
		const recipients = [{ number: '+33600123401', accepted: true }];
		expect(parse(json(queued, 202))).toMatchObject({ reference: '123456789012', recipients });
	});

	it('has the same reference in every request', () => {
		const { exchanges } = planRevoke(agentId, numbers(5_001), 'abc');
		for (const { request } of exchanges) expect(bodyOf(request)).toMatchObject({ reference: 'abc' });
	});

	it.each(['9c2e-ß', 'ref_1', '0012'])('takes %j for a reference', (reference) => {
		const { request } = only(planRevoke(agentId, ['33600123401'], reference));
		expect(bodyOf(request)).toMatchObject({ reference });
	});

	it.each(['', ' \n', '12 34', '12\t34', 'x\ud83d'])('takes %j for none', (reference) => {
		expect(invalidInput(() => planRevoke(agentId, ['+33600123401'], reference)).field).toBe('reference');
	});
});
