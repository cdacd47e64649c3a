import { planCapabilities } from '../../../protocol/rcs/capabilities';
import { unexpectedReply } from '../helpers';
import { agentId, checked, json, only } from './wire';

const [phone] = checked.recipients;
const parse = (changes: object) =>
	only(planCapabilities(agentId, ['33600123401'])).parse(
		json({ ...checked, recipients: [{ ...phone, ...changes }] }),
	);

describe('planCapabilities: the answer', () => {
	it.each([
		['SUCCESS', 'REACHABLE', true],
		['success', 'reachable', true],
		['SUCCESS', 'NOT_REACHABLE', false],
		['FAILED', 'UNREACHABLE', false],
		['SUCCESS', '', null],
		['SUCCESS', 'UNKNOWN_NETWORK', null],
		['FAILED', 'REACHABLE', null],
		['', '', null],
		['toString', 'toString', null],
	])('of %j with the reason %j is sure that it can be reached: %j', (state, reason_code, reachable) => {
		expect(parse({ state, reason_code })).toMatchObject([{ reachable, state, reasonCode: reason_code }]);
	});

	it.each([
		[undefined, []],
		[null, []],
		[[], []],
		[['RICHCARD_CAROUSEL'], ['RICHCARD_CAROUSEL']],
	])('with the capabilities %j gives %j', (capabilities, given) => {
		const [result] = parse({ capabilities });
		expect(result?.capabilities).toEqual(given);
		expect(result).not.toHaveProperty('additionalFields');
	});

	it('passes on what nobody documented', () => {
		expect(parse({ country: 'FR', capabilities: ['A', { name: 'B' }] })).toMatchObject([
			{ capabilities: ['A'], additionalFields: { country: 'FR', capabilities: ['A', { name: 'B' }] } },
		]);
		expect(parse({ capabilities: { A: true } })).toMatchObject([
			{ capabilities: [], additionalFields: { capabilities: { A: true } } },
		]);
	});

	it.each([undefined, null, [], {}, [{}], ['33600123401']])(
		'with the recipients %j it is none',
		(recipients) => {
			const { parse: read } = only(planCapabilities(agentId, ['33600123401']));
			expect(unexpectedReply(() => read(json({ ...checked, recipients }))).status).toBe(200);
		},
	);
});
