import { n8n1, n8n2 } from '../support/n8nProcess';
import { figure } from '../support/report';
import { cellsOf, compareReasons, expectedReasons, runCells, type Cell, type Outcomes } from './matrix';
import { situations } from './situations';

const versions = [n8n2, n8n1].map((version) => ({
	version,
	name: version.name,
	major: version.name.charAt(0),
}));

function outcomeOf(data: object): string {
	if ('approved' in data) return data.approved === true ? 'approved' : 'declined';
	if ('delivered' in data) return data.delivered === true ? 'delivered' : 'failed';
	return 'answered';
}

/** An item as the node passes it on. */
function expected({ question, number }: Cell, reference: string | undefined, data: object | undefined) {
	const asked = { to: `+${number}`, reference };
	if (data === undefined) return { kept: 'yes', outcome: 'noAnswer', ...asked };
	return {
		outcome: outcomeOf(data),
		data: { ...data, respondedAt: expect.stringMatching(/^20\d\d-.*Z$/) },
		answeredBy: question.way,
		...asked,
	};
}

describe.each(versions)('n8n $name', ({ version, name, major }) => {
	const cells = cellsOf(major);
	let outcomes: Outcomes;

	beforeAll(async () => {
		const began = Date.now();
		outcomes = await runCells(version, cells);
		figure(
			'Conversations',
			`Cells in n8n ${name}`,
			cells.length,
			`${Math.round((Date.now() - began) / 1000)} s`,
		);
	});

	describe.each(situations.filter(({ onlyN8n2 }) => onlyN8n2 !== true || major === '2'))(
		'$name',
		(situation) => {
			it.each(cells.filter((cell) => cell.situation === situation))('$question.name', (cell) => {
				const { status, output, followed, messages, references, reactions } = outcomes.of(cell);
				const answers = situation.answers(cell.question);
				expect(output).toEqual(
					answers.map((answer, round) => [expected(cell, references[round], answer?.data)]),
				);
				expect({ status, followed, messages }).toEqual({
					status: 'success',
					followed: situation.followed ?? 1,
					messages: answers.length,
				});
				const { missing, unexpected } = compareReasons(
					outcomes.reasons(cell),
					expectedReasons(cell, reactions),
				);
				expect({ missing, unexpected }).toEqual({ missing: [], unexpected: [] });
				expect(reactions).toHaveLength(situation.refused + answers.filter(Boolean).length);
				if (cell.question.way === 'page') {
					const closing = reactions.filter(({ text }) =>
						text.includes('Thank you. You can close this page.'),
					);
					expect(closing.map((reaction) => reaction.status)).toEqual(answers.filter(Boolean).map(() => 200));
				} else
					expect(reactions.map((reaction) => reaction.status)).toEqual(reactions.map(() => 'acknowledged'));
			});
		},
	);

	it('shows no token in an event or in its log', () => {
		expect(outcomes.events).not.toEqual([]);
		expect(JSON.stringify(outcomes.events)).not.toMatch(/webhook-waiting|signature/);
		expect(outcomes.log).not.toBe('');
		expect(outcomes.log).not.toMatch(/signature=[0-9a-f]{64}/);
	});
});
