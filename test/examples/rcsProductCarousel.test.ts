import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../support/engine';
import { examplesFolder, withParameters } from './exampleHarness';
import { cut, reportedTwice } from './faults';
import { setUpExample } from './setUpExample';

const from = '+33600123456';
const sendAsked = 'rcs.message.send';

const suggestion = z.object({ text: z.string(), postbackData: z.string() }).passthrough();
const cardContent = z.object({ title: z.string(), suggestions: z.array(z.record(suggestion)) }).passthrough();
const carousel = z.object({
	richCard: z.object({ carouselCard: z.object({ cardContents: z.array(cardContent) }) }),
	suggestions: z.array(z.object({ reply: suggestion })),
});

/** The expression for carousels of varying length in the node's page. */
const docs = readFileSync(path.join(examplesFolder, '../docs/nodes/rcs.md'), 'utf8');
const expression = /^```\n(\{\{[^]*?\}\})\n```$/m.exec(docs)?.[1] ?? '';

const promise = { text: 'A colleague will write to you here before the end of the day.' };

describe('the example "product carousel by RCS"', () => {
	const at = setUpExample('rcs-product-carousel', { published: 'rcs' });

	/** What a tap on a suggestion says. */
	const tap = (tapped: object = {}) => ({ from, type: 'reply', ...tapped });
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
		const products = Array.from({ length: count }, (_, index) => ({
			id: `p${index}`,
			name: `Réchaud n° ${index}`,
			price: '49 €',
			picture: `https://example.com/${index}.jpg`,
		}));
		const byJson = { specifyContent: 'json', contentMessage: `=${expression}` };
		const workflow = withParameters(at.read(), ['Send the carousel'], byJson);
		const json = { agentId: 'smsbox-demo-agent', phone: from, products };
		const { status } = await at.harness.run(workflow, 'Send the carousel', [{ json }]);
		expect(status).toBe('success');
		const cardContents = products.slice(0, 10).map(({ id, name: title, picture }) => ({
			title,
			description: '49 €',
			media: { contentInfo: { fileUrl: picture } },
			suggestions: [{ reply: { postbackData: JSON.stringify({ product: id }) } }],
		}));
		const [sent] = await at.harness.sentByRcs();
		expect(sent?.content).toMatchObject({ richCard: { carouselCard: { cardContents } } });
	});

	it('sends three cards, each with a choice and a page', async () => {
		const { richCard, suggestions } = await cardsOnPhone();
		const cards = richCard.carouselCard.cardContents;
		expect(cards.map(({ title }) => title)).toEqual(['Tent for two', 'Camping lamp', 'Réchaud à gaz']);
		const page = {
			text: 'See it online',
			postbackData: '{"choice":"page","product":"stove"}',
			openUrlAction: { url: 'https://example.com/stove' },
		};
		expect(cards[2]).toEqual({
			title: 'Réchaud à gaz',
			description: 'Boils water in 4 minutes · 49 €',
			media: { height: 'MEDIUM', contentInfo: { fileUrl: 'https://example.com/stove.jpg' } },
			suggestions: [{ reply: keep('stove') }, { action: page }],
		});
		const reply = { text: 'Talk to a person', postbackData: '{"choice":"person"}' };
		expect(suggestions).toEqual([{ reply }]);
		expect(await at.harness.asked()).toEqual([sendAsked]);
	});

	it.each([
		[0, 'tent', 'We keep "Tent for two" for you until tomorrow evening. Price: 129 €.'],
		[2, 'stove', 'We keep "Réchaud à gaz" for you until tomorrow evening. Price: 49 €.'],
	])('answers a tap on card %i as it stands on the phone', async (index, product, text) => {
		const { richCard } = await cardsOnPhone();
		const [choice] = richCard.carouselCard.cardContents[index]?.suggestions ?? [];
		const result = await at.receive(tap(choice?.['reply']));
		const answer = { data: { choice: 'keep', product } };
		expect(jsonOf(result, 'Suggestion tapped')).toMatchObject([{ answer }]);
		const latLong = { latitude: 48.8584, longitude: 2.2945 };
		const content = { text, suggestions: [{ action: { viewLocationAction: { latLong } } }] };
		expect((await at.harness.sentByRcs()).slice(1)).toMatchObject([{ number: from, content }]);
	});

	it('hands over to a colleague', async () => {
		const { suggestions } = await cardsOnPhone();
		const result = await at.receive(tap(suggestions[0]?.reply));
		const task = { phone: from, todo: `Write to ${from} by RCS` };
		expect(jsonOf(result, 'Task for a colleague')).toEqual([task]);
		expect((await at.harness.sentByRcs()).slice(1)).toMatchObject([{ number: from, content: promise }]);
	});

	it('has the task though the promise got no response', async () => {
		await at.harness.break(cut(sendAsked));
		const person = { text: 'Talk to a person', postbackData: '{"choice":"person"}' };
		const result = await at.receiveAndFail(tap(person));
		expect(jsonOf(result, 'Task for a colleague')).toMatchObject([{ phone: from }]);
	});

	it.each(['umbrella', 'constructor'])('has a colleague answer for the product %s', async (product) => {
		await at.receive(tap(keep(product)));
		expect(await at.harness.sentByRcs()).toMatchObject([{ number: from, content: promise }]);
	});

	it.each(['order 1042', '{"choice":"christmas"}', '["keep"]', '42', '{"choice":5}', '{"choice":true}'])(
		'leaves the tap on a suggestion alone that it did not send (%s)',
		async (postbackData) => {
			await at.receive(tap({ text: 'Keep it for me', postbackData }));
			expect(await at.harness.asked()).toEqual([]);
		},
	);

	it('starts nothing for a text, a tap on the page, and what becomes of its messages', async () => {
		await cardsOnPhone();
		await at.harness.write('rcs', { from, type: 'text', text: 'Où êtes-vous ? 😀' });
		const page = { text: 'See it online', postbackData: '{"choice":"page"}' };
		await at.harness.write('rcs', { from, type: 'action', ...page });
		await at.harness.pass(60);
		expect(at.served.executions).toEqual([]);
	});

	it('answers a tap once that is told twice, and whose execution is run again', async () => {
		await at.harness.break(reportedTwice);
		const first = await at.receive(tap(keep('lamp')));
		await at.harness.pass(3_600);
		expect(at.served.executions).toHaveLength(1);
		const again = await at.run({}, 'Suggestion tapped', ...jsonOf(first, 'Suggestion tapped'));
		expect(jsonOf(again, 'Confirm')).toMatchObject([{ alreadySent: true }]);
		expect(await at.harness.asked()).toEqual([sendAsked]);
	});
});
