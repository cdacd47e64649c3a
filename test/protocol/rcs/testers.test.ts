import { addTesters } from '../../../protocol/rcs/testers';
import { invalidInput, unexpectedReply } from '../helpers';
import { agentId, alreadyAdded, bodyOf, json, numbers } from './wire';

describe('addTesters', () => {
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
		const testers = parse(json({ ...alreadyAdded, recipients })).recipients;
		expect(testers.map(({ number, state, accepted }) => [number, state, accepted])).toEqual([
			['+33600123401', 'ACCEPTED', true],
			['+33600123402', null, null],
			['+33600123403', 'ACCEPTED', null],
		]);
	});

	it.each(['Request processed.', '', null, undefined, {}])(
		'says nothing more for the details %j',
		(details) => {
			const answer = addTesters(agentId, ['33600123401']).parse(json({ ...alreadyAdded, details }));
			expect(Object.keys(answer)).toEqual(['recipients']);
		},
	);

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
