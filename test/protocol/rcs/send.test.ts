import { rcsContent } from '../../../protocol/rcs/message';
import { planRcs } from '../../../protocol/rcs/send';
import { invalidInput, unexpectedReply } from '../helpers';
import { agentId, bodyOf, content, json, only, plan } from './wire';

describe('planRcs: the validity', () => {
	const bodyWith = (validity?: number) =>
		bodyOf(only(planRcs(agentId, ['33600123401'], content, validity)).request);

	it('goes out only if it is set', () => {
		expect(bodyWith()).not.toHaveProperty('validity');
		for (const validity of [1, 60, 10_080]) expect(bodyWith(validity)).toMatchObject({ validity });
	});

	it('makes no other content', () => {
		const contentWith = (validity?: number) =>
			only(planRcs(agentId, ['33600123401'], content, validity)).message?.().text;
		expect(contentWith(60)).toEqual(contentWith());
	});

	it.each([0, -1, 10_081, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('cannot be %p minutes', (validity) => {
		const { field, message } = invalidInput(() => bodyWith(validity));
		expect([field, message]).toEqual(['validityPeriod', 'The value must be a whole number from 1 to 10080.']);
	});
});

describe('the answer of a send', () => {
	it('is quoted without anything of the content', () => {
		const message = rcsContent({
			type: 'text',
			text: 'Bonjour Marguerite',
			suggestions: [
				{ type: 'openUrl', text: 'Examen', postbackData: 'rendezvous', url: 'https://clinique.example/x' },
			],
		});
		const exchange = only(plan(['33600123401'], message));
		const echo = `Upstream failed: ${exchange.request.body ?? ''}`;
		const { excerpt } = unexpectedReply(() => exchange.parse({ ...json(echo, 500) }));
		expect(excerpt).toContain('Upstream failed');
		expect(excerpt).not.toMatch(/33600|bonjour|marguerite|examen|rendezvous|clinique/i);
	});
});
