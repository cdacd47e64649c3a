import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../support/engine';
import { examplesFolder, readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const name = 'rcs-product-carousel';
const from = '+33600123456';
const sendAsked = 'rcs.message.send';

const carousel = z.object({
	richCard: z.object({
		carouselCard: z.object({
			cardContents: z.array(
				z
					.object({
						title: z.string(),
						suggestions: z.array(
							z.record(z.object({ text: z.string(), postbackData: z.string() }).passthrough()),
						),
					})
					.passthrough(),
			),
		}),
	}),
	suggestions: z.array(z.object({ reply: z.object({ text: z.string(), postbackData: z.string() }) })),
});

/** The expression for carousels of varying length in the node's page. */
const page = readFileSync(path.join(examplesFolder, '../docs/nodes/rcs.md'), 'utf8');
const expression = /^```\n(\{\{[^]*?\}\})\n```$/m.exec(page)?.[1] ?? '';

const nodeShape = z.object({ name: z.string(), parameters: z.record(z.unknown()) }).passthrough();

const promise = { text: 'A colleague will write to you here before the end of the day.' };

describe('the example "product carousel by RCS"', () => {
	const at = setUpExample(name, { published: 'rcs' });

	/** Somebody taps a suggestion. */
	const tap = async (suggestion: { text: string; postbackData: string }) =>
		await at.harness.receiveByRcs({ from, type: 'reply', ...suggestion });
	const keep = (product: string) => ({
		text: 'Keep it for me',
		postbackData: JSON.stringify({ choice: 'keep', product }),
	});

	/** The cards as they reached the phone. */
	async function cardsOnPhone() {
		await at.run();
		const [sent] = await at.harness.sentByRcs();
		expect(sent?.number).toBe(from);
		return carousel.parse(sent?.content);
	}

	it.each([2, 3, 12])('sends a carousel out of %i products by the JSON of the page', async (count) => {
		const workflow = readExample(name);
		const products = Array.from({ length: count }, (_, index) => ({
			id: `p${index}`,
			name: `Réchaud n° ${index}`,
			price: '49 €',
			picture: `https://example.com/${index}.jpg`,
		}));
		const byJson = { specifyContent: 'json', contentMessage: `=${expression}` };
		const nodes = workflow.nodes.map((node) => {
			const { parameters, ...read } = nodeShape.parse(node);
			return read.name === 'Send the carousel' ? { ...read, parameters: { ...parameters, ...byJson } } : node;
		});
		const items = [{ json: { agentId: 'smsbox-demo-agent', phone: from, products } }];
		const result = await at.harness.run({ ...workflow, nodes }, 'Send the carousel', items);
		expect(result.status).toBe('success');
		const [sent] = await at.harness.sentByRcs();
		expect(sent?.content).toMatchObject({
			richCard: {
				carouselCard: {
					cardContents: products.slice(0, 10).map(({ id, ...product }) => ({
						title: product.name,
						description: '49 €',
						media: { contentInfo: { fileUrl: product.picture } },
						suggestions: [{ reply: { postbackData: JSON.stringify({ product: id }) } }],
					})),
				},
			},
		});
	});

	it('sends three cards, each with a choice and a page', async () => {
		const { richCard, suggestions } = await cardsOnPhone();
		const cards = richCard.carouselCard.cardContents;
		expect(cards.map(({ title }) => title)).toEqual(['Tent for two', 'Camping lamp', 'Réchaud à gaz']);
		expect(cards[2]).toEqual({
			title: 'Réchaud à gaz',
			description: 'Boils water in 4 minutes · 49 €',
			media: { height: 'MEDIUM', contentInfo: { fileUrl: 'https://example.com/stove.jpg' } },
			suggestions: [
				{ reply: keep('stove') },
				{
					action: {
						text: 'See it online',
						postbackData: '{"choice":"page","product":"stove"}',
						openUrlAction: { url: 'https://example.com/stove' },
					},
				},
			],
		});
		expect(suggestions).toEqual([
			{ reply: { text: 'Talk to a person', postbackData: '{"choice":"person"}' } },
		]);
		expect(await at.harness.asked()).toEqual([sendAsked]);
	});

	it.each([
		[0, 'We keep "Tent for two" for you until tomorrow evening. Price: 129 €.'],
		[2, 'We keep "Réchaud à gaz" for you until tomorrow evening. Price: 49 €.'],
	])('answers a tap on card %i as it stands on the phone', async (index, text) => {
		const { richCard } = await cardsOnPhone();
		const [choice] = richCard.carouselCard.cardContents[index]?.suggestions ?? [];
		await tap(z.object({ text: z.string(), postbackData: z.string() }).parse(choice?.['reply']));
		const result = await at.started();
		expect(jsonOf(result, 'Suggestion tapped')).toMatchObject([
			{ answer: { data: { choice: 'keep', product: ['tent', 'lamp', 'stove'][index] } } },
		]);
		expect((await at.harness.sentByRcs()).slice(1)).toMatchObject([
			{
				number: from,
				content: {
					text,
					suggestions: [
						{ action: { viewLocationAction: { latLong: { latitude: 48.8584, longitude: 2.2945 } } } },
					],
				},
			},
		]);
	});

	it('hands over to a colleague', async () => {
		const { suggestions } = await cardsOnPhone();
		await tap(suggestions[0]?.reply ?? { text: '', postbackData: '' });
		const result = await at.harness.execution(at.served);
		expect(jsonOf(result, 'Task for a colleague')).toEqual([
			{ phone: from, todo: `Write to ${from} by RCS` },
		]);
		expect((await at.harness.sentByRcs()).slice(1)).toMatchObject([{ number: from, content: promise }]);
	});

	it('has the task though the promise got no response', async () => {
		await at.harness.break({ on: 'request', kind: 'cut-after', match: { operation: sendAsked } });
		await tap({ text: 'Talk to a person', postbackData: '{"choice":"person"}' });
		const result = await at.harness.execution(at.served);
		expect(result.status).toBe('error');
		expect(jsonOf(result, 'Task for a colleague')).toMatchObject([{ phone: from }]);
	});

	it.each(['umbrella', 'constructor'])(
		'keeps nothing that is not among the products (%s): a colleague answers',
		async (product) => {
			await tap(keep(product));
			await at.started();
			expect(await at.harness.sentByRcs()).toMatchObject([{ number: from, content: promise }]);
		},
	);

	it.each(['order 1042', '{"choice":"christmas"}', '["keep"]', '42', '{"choice":5}', '{"choice":true}'])(
		'leaves the tap on a suggestion alone that it did not send (%s)',
		async (postbackData) => {
			await tap({ text: 'Keep it for me', postbackData });
			await at.started();
			expect(await at.harness.asked()).toEqual([]);
		},
	);

	it('starts nothing for a text, a tap on the page, and what becomes of its messages', async () => {
		await cardsOnPhone();
		await at.harness.receiveByRcs({ from, type: 'text', text: 'Où êtes-vous ? 😀' });
		await at.harness.receiveByRcs({
			from,
			type: 'action',
			text: 'See it online',
			postbackData: '{"choice":"page"}',
		});
		await at.harness.pass(60);
		expect(at.served.executions).toEqual([]);
	});

	it('answers a tap that is told twice once', async () => {
		await at.harness.break({ on: 'callback', kind: 'duplicate', times: 0 });
		await tap(keep('lamp'));
		await at.harness.pass(3_600);
		await at.harness.execution(at.served);
		expect(at.served.executions).toHaveLength(1);
		expect(await at.harness.asked()).toEqual([sendAsked]);
	});

	it('answers nobody again when an execution is run again', async () => {
		await tap(keep('lamp'));
		await at.harness.execution(at.served);
		const again = await at.harness.run(
			readExample(name),
			'Suggestion tapped',
			at.served.executions[0]?.items[0] ?? [],
		);
		expect(again.status).toBe('success');
		expect(jsonOf(again, 'Confirm')).toMatchObject([{ alreadySent: true }]);
		expect(await at.harness.asked()).toEqual([sendAsked]);
	});
});
