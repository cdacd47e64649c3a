import { asNode } from './pageSupport';
import { handlersFor, incoming, outgoing, page, partOf, show, showSent, signal } from './rcsPageSupport';
import { asList } from './support';

describe('the outcome of a message', () => {
	it('moves without anything else being drawn again', () => {
		const { bubble } = showSent({ text: 'é' });
		const body = partOf(bubble, 'rcs-body');
		const later = outgoing({ text: 'é' }, { status: 'READ', statusName: 'read', ticks: 'blue' });
		expect(page.get('rcs/rcs.js', 'rcsBubble')(later, handlersFor([]), bubble)).toBe(bubble);
		expect(partOf(bubble, 'rcs-body')).toBe(body);
		expect(partOf(bubble, 'pill').textContent).toBe('read');
	});

	it.each([
		['SENT', 'moving'],
		['DELIVERED', 'good'],
		['READ', 'good'],
		['FAILED', 'bad'],
		['REJECTED', 'bad'],
		['EXPIRED', 'bad'],
		['REVOKED', 'waiting'],
		['SOMETHING_NEW', 'moving'],
		[null, 'moving'],
	])('looks as it is: %s', (status, tone) => {
		const statusName = String(status).toLowerCase();
		const pill = partOf(show(outgoing({ text: 'é' }, { status, statusName })).bubble, 'pill');
		expect([pill.textContent, pill.hasClass(tone)]).toEqual([statusName, true]);
	});

	it('takes a message off that the agent took back', () => {
		const { bubble: before } = showSent({ text: 'secret é' });
		const revoked = outgoing({ text: 'secret é' }, { status: 'REVOKED', revokedAt: '2027-01-13T11:00:05Z' });
		const after = asNode(page.get('rcs/rcs.js', 'rcsBubble')(revoked, handlersFor([]), before));
		expect(after).not.toBe(before);
		expect(after.textContent).toContain('Revoked');
		expect(after.textContent).not.toContain('secret é');
	});
});

describe('what an agent signals', () => {
	const ids = (...messages: unknown[]): unknown[] =>
		asList(page.get('rcs/rcs.js', 'rcsEntries')(messages)).map(({ id }) => id);
	const text = (id: number) => outgoing({ text: 'é' }, { id });

	it('is said once, at the end, until the agent has written', () => {
		expect(ids(text(1), signal('IS_TYPING', 4), signal('IS_TYPING', 5), incoming({}))).toEqual([1, 2, 5]);
		expect(ids(signal('IS_TYPING', 2), text(3))).toEqual([3]);
	});

	it('is told to those who do not see it', () => {
		expect(show(signal('IS_TYPING', 1)).bubble.textContent).toBe('MyCompany is typing');
		expect(show(signal('READ', 1)).bubble.textContent).toContain('MyCompany read your messages');
		expect(show(signal('WAVES €', 1)).bubble.textContent).toContain('MyCompany sent the event WAVES €');
	});
});
