import { webhooksOf } from './jsonSupport';
import { advance, control, list, onlyMessage, start, startReceiver } from './support';
import { startTold, write } from './wabaSupport';

const WAMID = 'wamid.HBgLMzM2MDAxMjM0NTYVAgASGBQA==';

describe('a message that comes in', () => {
	it('is shown', async () => {
		await write({ type: 'button_reply', id: 'yes', title: 'Yes', replyTo: WAMID });
		expect(await onlyMessage()).toMatchObject({
			channel: 'waba',
			direction: 'in',
			number: '33600123456',
			kind: 'interactive',
			readAt: null,
		});
	});

	it('can be raw in every way, and is shown all the same', async () => {
		const datas = [
			{ type: { toString: [] } },
			{ type: 5 },
			{ type: 'image', image: { id: 7 } },
			{ text: null },
		];
		for (const data of datas) await write({ data });
		expect((await list('messages')).map(({ kind, fileId }) => [kind, fileId])).toEqual([
			['', null],
			['', null],
			['image', null],
			['', null],
		]);
	});

	it('reaches the agent that it is for', async () => {
		const receiver = await startReceiver();
		const agents = ['1', '2'].map((wabaId) => ({
			wabaId,
			phoneId: `${wabaId}${wabaId}`,
			phoneNumber: `+3360012340${wabaId}`,
			name: 'Shop',
		}));
		await start({ wabaWebhookUrl: receiver.url, agents });
		await write({ type: 'text', text: 'Hi' });
		await write({ type: 'text', text: 'Hi', phoneId: '22' });
		await advance(0);
		const named = webhooksOf(receiver).map(({ envelope }) => [envelope['wabaId'], envelope['phoneNumber']]);
		expect(named).toEqual([
			['1', '33600123401'],
			['2', '33600123402'],
		]);
	});
});

describe('an incoming error', () => {
	it('has the words that are asked for', async () => {
		const receiver = await startTold();
		await control('POST waba/error', {
			from: '33600123456',
			error: { code: 7, title: 'T', details: 'D' },
		});
		await advance(0);
		expect(webhooksOf(receiver)[0]?.data['errors']).toEqual([
			{ code: 7, title: 'T', message: 'T', error_data: { details: 'D' } },
		]);
	});
});
