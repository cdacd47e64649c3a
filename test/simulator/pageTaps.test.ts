import { webhooksOf } from './jsonSupport';
import { asNode, openLivePage } from './pageSupport';
import * as rcs from './rcsSupport';
import { eventually, onlyMessage } from './support';
import * as waba from './wabaSupport';

/** As long as a row's ID may be: a resume path with all that a signed question has. */
const id = (() => {
	const [path, signature] = [
		'/webhook-waiting/17/5f2ab1e0?nonce=abcdefghijklmno_',
		`&signature=${'0f'.repeat(32)}`,
	];
	const choice = `&choice=${'%C3%A9+'.repeat(20)}`;
	return `${path}${choice.slice(0, 200 - path.length - signature.length)}${signature}`;
})();

const number = '33600123456';

const interactive = (type: string, action: Record<string, unknown>) => ({
	type: 'interactive',
	interactive: { type, body: { text: 'Approve order 1042?' }, action },
});

const button = (title: string, value: string) => ({ type: 'reply', reply: { id: value, title } });

describe('what was tapped comes back as it was sent', () => {
	it('has 200 characters here', () => expect(id).toHaveLength(200));

	it.each([
		[
			'a button',
			interactive('button', { buttons: [button('No', 'no'), button('Yes é', id)] }),
			{ type: 'button_reply', button_reply: { id, title: 'Yes é' } },
		],
		[
			'a row',
			interactive('list', {
				button: 'Choose',
				sections: [
					{
						rows: [
							{ id: 'no', title: 'No' },
							{ id, title: 'Yes é' },
						],
					},
				],
			}),
			{ type: 'list_reply', list_reply: { id, title: 'Yes é' } },
		],
	])('by WhatsApp: %s', async (_what, content, expected) => {
		const receiver = await waba.startTold();
		await waba.sendWaba(content);
		const message = await onlyMessage();
		const page = await openLivePage();
		const handlers = page.get('waba/wabaComposer.js', 'setUpWaba')(page.phone, {
			selected: () => number,
			last: () => message,
		});
		const bubble = asNode(
			page.get('waba/waba.js', 'wabaBubble')({ ...message, quote: null, reactions: [] }, handlers),
		);
		expect(bubble.textContent).not.toContain('signature');
		bubble
			.named('button')
			.find(({ textContent }) => textContent === 'Yes é')
			?.click();
		await eventually(() => {
			const taps = webhooksOf(receiver).filter(
				({ envelope }) => envelope['requestType'] === 'incoming_message',
			);
			expect(taps.map(({ data }) => data)).toEqual([
				expect.objectContaining({
					type: 'interactive',
					interactive: expected,
					context: expect.objectContaining({ id: message['messageId'] }),
				}),
			]);
		});
	});

	it('by RCS: a suggestion', async () => {
		const receiver = await rcs.startTold();
		const suggestions = [{ reply: { text: 'Yes é', postbackData: id } }];
		await rcs.sendRcs({ text: 'Approve order 1042?', suggestions });
		const message = await onlyMessage();
		const page = await openLivePage();
		const handlers = page.get('rcs/rcsComposer.js', 'setUpRcs')(page.phone, {
			selected: () => number,
			last: () => message,
		});
		const bubble = asNode(page.get('rcs/rcs.js', 'rcsBubble')(message, handlers));
		expect(bubble.textContent).not.toContain('signature');
		for (const each of bubble.named('button')) each.click();
		await eventually(() => {
			const taps = webhooksOf(receiver).filter(({ data }) => data['type'] === 'reply');
			expect(taps.map(({ data }) => [data['text'], data['postbackData']])).toEqual([['Yes é', id]]);
		});
	});
});
