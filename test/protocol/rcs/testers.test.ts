import { addTesters } from '../../../protocol/rcs/testers';
import { invalidInput, unexpectedReply } from '../helpers';
import { agentId, alreadyAdded, bodyOf, json, numbers } from './wire';

describe('addTesters', () => {
	it('gives what the service says of each and of the request, though nobody was left to be added', () => {
		expect(addTesters(agentId, ['+33600123401']).parse(json(alreadyAdded))).toEqual({
			recipients: [
				{
					submitted: '+33600123401',
					number: '+33600123401',
					state: 'DELETED',
					reasonCode: 'ALREADY_ADDED',
					accepted: null,
				},
			],
			details: 'Request processed but no recipient to add.',
		});
	});

	it('returns each number that was asked for, and nobody else, though the service speaks of others or twice', () => {
		const entry = (submitted: string, state: string) => ({
			submitted,
			rewrited: submitted.slice(1),
			state,
			reason_code: 'PROCESSING',
		});
		const recipients = [
			entry('+33600999999', 'ACCEPTED'),
			entry('+33600123403', 'ACCEPTED'),
			entry('+33600123401', 'ACCEPTED'),
			{},
			entry('+33600123403', 'REJECTED'),
		];
		const { parse } = addTesters(agentId, ['33600123401', '33600123402', '33600123403']);
		expect(parse(json({ ...alreadyAdded, recipients })).recipients).toEqual([
			{
				submitted: '+33600123401',
				number: '+33600123401',
				state: 'ACCEPTED',
				reasonCode: 'PROCESSING',
				accepted: true,
			},
			{ submitted: null, number: '+33600123402', state: null, reasonCode: null, accepted: null },
			{
				submitted: '+33600123403',
				number: '+33600123403',
				state: 'ACCEPTED',
				reasonCode: 'PROCESSING',
				accepted: null,
			},
		]);
	});

	it.each(['Request processed.', '', null, undefined, {}])(
		'says nothing more for the details %j',
		(details) => {
			const answer = addTesters(agentId, ['33600123401']).parse(json({ ...alreadyAdded, details }));
			expect(Object.keys(answer)).toEqual(['recipients']);
		},
	);

	it.each([
		['ACCEPTED', true],
		['REJECTED', false],
		['SUCCESS', null],
		['INVITED', null],
	])('of the state %s claims that it was accepted: %j', (state, accepted) => {
		const [tester] = alreadyAdded.recipients;
		const body = { ...alreadyAdded, recipients: [{ ...tester, state, extra: 'é' }] };
		expect(addTesters(agentId, ['+33600123401']).parse(json(body))).toMatchObject({
			recipients: [{ state, accepted, additionalFields: { extra: 'é' } }],
		});
	});

	it('takes an answer that says nothing of anybody for none', () => {
		const { parse } = addTesters(agentId, ['33600123401']);
		for (const recipients of [undefined, [], [{}], {}])
			expect(unexpectedReply(() => parse(json({ ...alreadyAdded, recipients }))).status).toBe(200);
	});

	it('takes 10 at most, counted without those that stand twice', () => {
		const ten = numbers(10);
		expect(bodyOf(addTesters(agentId, [...ten, ...ten]).request)).toEqual({
			recipients: ten.map((number) => `+${number}`),
		});
		const { field, message } = invalidInput(() => addTesters(agentId, numbers(11)));
		expect([field, message]).toEqual(['to', 'There are 11 recipients (limit: 10).']);
	});
});
