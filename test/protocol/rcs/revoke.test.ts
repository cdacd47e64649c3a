import { planRevoke } from '../../../protocol/rcs/revoke';
import { invalidInput } from '../helpers';
import { agentId, bodyOf, json, numbers, only, queued } from './wire';

describe('planRevoke', () => {
	it('posts recipients and reference to the revocations of the agent', () => {
		const { exchanges, to, duplicatesRemoved } = planRevoke(
			agentId,
			['+33600123401', '33600123401'],
			' 123456789012 ',
		);
		const { request, effect, parse } = only({ exchanges });
		expect(effect).toBe('repeatable');
		expect(request).toMatchObject({
			api: 'rcs',
			method: 'POST',
			path: '/rcs/1.0/json/my_company_agent/revoke',
		});
		expect(bodyOf(request)).toEqual({ recipients: ['+33600123401'], reference: '123456789012' });
		expect([to, duplicatesRemoved]).toEqual([['33600123401'], 1]);
		expect(parse(json(queued, 202))).toMatchObject({
			reference: '123456789012',
			recipients: [{ number: '+33600123401', accepted: true }],
		});
	});

	it('splits at 5,000 recipients, all with the same reference', () => {
		const { exchanges } = planRevoke(agentId, numbers(5_001), 'abc');
		expect(exchanges.map(({ covers }) => covers)).toEqual(['recipients 1 to 5,000', 'recipient 5,001']);
		for (const { request } of exchanges) expect(bodyOf(request)).toMatchObject({ reference: 'abc' });
	});

	it.each(['9c2e-ß', 'ref_1', '0012'])('takes %j for a reference', (reference) => {
		const { request } = only(planRevoke(agentId, ['33600123401'], reference));
		expect(bodyOf(request)).toMatchObject({ reference });
	});

	it.each(['', ' \n', '12 34', '12\t34', 'x\ud83d'])('takes %j for none', (reference) => {
		expect(invalidInput(() => planRevoke(agentId, ['+33600123401'], reference)).field).toBe('reference');
	});

	it('needs an agent, and recipients', () => {
		expect(invalidInput(() => planRevoke('', ['+33600123401'], '1')).field).toBe('agentId');
		expect(invalidInput(() => planRevoke(agentId, [], '1')).field).toBe('to');
		expect(invalidInput(() => planRevoke(agentId, ['0600123401'], '1')).field).toBe('to');
	});
});
