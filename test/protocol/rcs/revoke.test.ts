import { planRevoke } from '../../../protocol/rcs/revoke';
import { invalidInput } from '../helpers';
import { agentId, bodyOf, numbers, only } from './wire';

describe('planRevoke', () => {
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
