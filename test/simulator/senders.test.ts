import { act, get, onlyMessage, send, start } from './support';

const senders = ['MyCompany', 'MyShop', '33600009999'];

describe('senders', () => {
	it('have a default that can be set to another registered one, which is answered and used', async () => {
		await start({ senders });
		expect(await act('emetteur&do=set', { emetteur: 'MyShop' })).toBe('MyShop');
		expect(await act('emetteur')).toBe('MyShop');
		await send({ origine: '' });
		expect(await onlyMessage()).toMatchObject({ sender: 'MyShop' });
	});

	it.each(['Stranger', '', 'myshop'])('have no default "%s" that is not registered', async (emetteur) => {
		await start({ senders });
		expect(await act('emetteur&do=set', { emetteur })).toBe('ERREUR');
		expect(await act('emetteur')).toBe('MyCompany');
	});

	it('may be none: then there is no default, and no send in the Expert mode', async () => {
		await start({ senders: [] });
		expect((await get('action=emetteur')).text).toBe('ERREUR');
		expect((await get('action=emetteur&do=list')).text).toBe('');
		expect((await send()).text).toBe('ERROR 01');
		expect((await send({ mode: 'Standard' })).text).toBe('OK');
	});
});
