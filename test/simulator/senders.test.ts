import { closeAll, get, onlyMessage, post, send, start } from './support';

afterEach(closeAll);

const senders = ['MyCompany', 'MyShop', '33600009999'];

describe('senders', () => {
	it('are listed one a line, the default one alone, by POST and by GET', async () => {
		const simulator = await start({ senders });
		expect((await post(simulator, null, { query: 'action=emetteur' })).text).toBe('MyCompany');
		expect((await get(simulator, 'action=emetteur')).text).toBe('MyCompany');
		expect((await post(simulator, null, { query: 'action=emetteur&do=list' })).text).toBe(senders.join('\n'));
		expect((await get(simulator, 'action=emetteur&do=list')).text).toBe(senders.join('\n'));
	});

	it('have a default that can be set to another registered one, which is answered and used', async () => {
		const simulator = await start({ senders });
		const { text } = await post(simulator, { emetteur: 'MyShop' }, { query: 'action=emetteur&do=set' });
		expect(text).toBe('MyShop');
		expect((await get(simulator, 'action=emetteur')).text).toBe('MyShop');
		await send(simulator, { origine: '' });
		expect(await onlyMessage(simulator)).toMatchObject({ sender: 'MyShop' });
	});

	it.each(['Stranger', '', 'myshop'])('have no default "%s" that is not registered', async (emetteur) => {
		const simulator = await start({ senders });
		expect((await post(simulator, { emetteur }, { query: 'action=emetteur&do=set' })).text).toBe('ERREUR');
		expect((await get(simulator, 'action=emetteur')).text).toBe('MyCompany');
	});

	it('may be none: then there is no default, and no send in the Expert mode', async () => {
		const simulator = await start({ senders: [] });
		expect((await get(simulator, 'action=emetteur')).text).toBe('ERREUR');
		expect((await get(simulator, 'action=emetteur&do=list')).text).toBe('');
		expect((await send(simulator)).text).toBe('ERROR 01');
		expect((await send(simulator, { mode: 'Standard' })).text).toBe('OK');
	});
});
