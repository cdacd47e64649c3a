import {
	SEND,
	act,
	list,
	ofMessages,
	onlyMessage,
	post,
	send,
	sendForReferences,
	start,
	state,
} from './support';
import type { FormValues } from './support';

describe('a send to numbers', () => {
	it('answers twelve-digit references that are all different, one for each recipient and part in order', async () => {
		const references = await sendForReferences({ dest: '33600123401,33600123402', msg: 'x'.repeat(161) });
		expect(new Set(references).size).toBe(4);
		expect(await ofMessages('number')).toEqual(['33600123401', '33600123402']);
		expect(await ofMessages('references')).toEqual([references.slice(0, 2), references.slice(2)]);
	});

	it('takes numbers with +, with 00 and national ones, and brings all to international format', async () => {
		await send({ dest: '+33600123401,0033600123402,0600123403,33600123404' });
		const numbers = ['33600123401', '33600123402', '33600123403', '33600123404'];
		expect(await ofMessages('number')).toEqual(numbers);
	});

	it('takes a mode in lower case', async () => {
		const modes = ['Standard', 'Expert', 'Reponse'];
		for (const mode of [...modes, ...modes.map((each) => each.toLowerCase())])
			expect((await send({ mode })).text).toBe('OK');
		expect(await ofMessages('mode')).toEqual([...modes, ...modes]);
	});

	it('takes the default sender for an empty one, a registered one by name, and a short code in other modes', async () => {
		await start({ senders: ['Clinic', '33600009999'] });
		await send({ origine: '' });
		await send({ origine: '33600009999' });
		await send({ mode: 'Standard' });
		const shortCode = expect.stringMatching(/^\d{3,5}$/);
		expect(await ofMessages('sender')).toEqual(['Clinic', '33600009999', shortCode]);
	});

	it('accepts undeclared fields, as the service does, but lists them', async () => {
		expect((await send({ usage: 'x', dest_iso: 'FR' })).text).toBe('OK');
		const names = ['usage', 'dest_iso'];
		const undeclared = { requestId: expect.any(Number), operation: 'sms.message.send', names };
		expect(await list('undeclared')).toEqual([undeclared]);
	});

	it('is refused without a mode, to numbers and to a group', async () => {
		await start({ groups: [{ id: 1, name: 'VIP', numbers: ['33600123457'] }] });
		const { dest, msg, charset } = SEND;
		expect((await post({ dest, msg, charset })).text).toBe('ERROR 01');
		expect(await act('envoigroupe', { groupe: 1, msg, charset })).toBe('ERROR 01');
		expect(await list('messages')).toEqual([]);
	});

	it('lists a sender given outside the Expert mode, and does not use it', async () => {
		await send({ mode: 'Standard', origine: 'MyCompany' });
		expect((await onlyMessage())['sender']).toMatch(/^\d{3,5}$/);
		expect(await list('undeclared')).toMatchObject([{ names: ['origine'] }]);
	});
});

describe('a personalized send', () => {
	it.each([
		['its variables', '33600000000;A;B,33600123456;C;D', '%1%%2%-%0%', ['AB-33600000000', 'CD-33600123456']],
		['a comma and a semicolon for their escapes', '33600123456;a%d44%b%d59%c', '%1% %d44%', ['a,b;c %d44%']],
		['nine variables', '33600123456;v1;v2;v3;v4;v5;v6;v7;v8;v9', '%1%-%9%', ['v1-v9']],
		['nothing for those that are lacking, never one in another', '33600123456;%2%;x', '%1%%3%!', ['%2%!']],
	])('puts %s into the text of each recipient', async (_what, dest, msg, texts) => {
		await send({ dest, msg, personnalise: 1 });
		expect(await ofMessages('text')).toEqual(texts);
	});

	it('counts the parts of each text for itself', async () => {
		const dest = `33600123401;short,33600123402;${'x'.repeat(161)}`;
		await send({ dest, msg: '%1%', personnalise: 1 });
		expect(await ofMessages('parts')).toEqual([1, 2]);
		expect(await state()).toMatchObject({ balance: 997 });
	});
});

describe('a send to a group', () => {
	const groups = [{ id: 7, name: 'VIP Clients', numbers: ['33600123401', '33600123402'] }];
	const sendToGroup = (values: FormValues): Promise<string> =>
		act('envoigroupe', { groupe: 7, msg: 'Hello', mode: 'Expert', ...values });

	it('sends to each number of the group and gives a reference for each', async () => {
		await start({ groups });
		expect(await sendToGroup({ id: 1 })).toMatch(/^OK \d{12},\d{12}$/);
		expect(await ofMessages('number')).toEqual(groups[0]?.numbers);
	});

	it('refuses a group that does not exist or is none', async () => {
		await start({ groups });
		for (const groupe of ['8', 'VIP', '']) expect(await sendToGroup({ groupe })).toBe('ERROR 01');
	});

	it('lists dest and personnalise as undeclared', async () => {
		await start({ groups });
		expect(await sendToGroup({ dest: '33600123499', personnalise: 1 })).toBe('OK');
		expect(await list('messages')).toHaveLength(2);
		expect(await list('undeclared')).toMatchObject([{ names: ['dest', 'personnalise'] }]);
	});
});

describe('credit', () => {
	it('that does not suffice refuses the whole send and takes nothing', async () => {
		await start({ balance: 1.95 });
		expect((await send({ dest: '33600123401,33600123402' })).text).toBe('ERROR 03');
		expect(await state()).toMatchObject({ balance: 1.95 });
		expect(await list('messages')).toEqual([]);
	});
});
