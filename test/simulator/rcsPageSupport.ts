/** What tests of messages by RCS on the page share. */
import { asNode, openPage } from './pageSupport';
import type { Page, PageNode } from './pageSupport';

export const ORIGIN = 'http://localhost:4010';
export const NUMBER = '33600123456';

interface Tap {
	answer: unknown;
	deed: unknown;
}

interface Shown {
	bubble: PageNode;
	taps: Tap[];
}

export const handlersFor = (taps: Tap[]) => ({
	onTap: (_message: unknown, answer: unknown, deed: unknown) => taps.push({ answer, deed }),
});

/** A message as the control API shows it. */
export const outgoing = (content: unknown, more: Record<string, unknown> = {}): Record<string, unknown> => ({
	id: 1,
	channel: 'rcs',
	direction: 'out',
	number: NUMBER,
	sender: 'MyCompany',
	kind: 'text',
	content,
	reference: '123456789012',
	status: 'SENT',
	statusName: 'sent',
	ticks: 'one',
	at: '2027-01-13T11:00:00Z',
	revokedAt: null,
	...more,
});

export const incoming = (data: unknown): Record<string, unknown> => ({
	id: 2,
	channel: 'rcs',
	direction: 'in',
	number: NUMBER,
	data,
	at: '2027-01-13T11:00:00Z',
	readAt: null,
});

export const signal = (event: string, id: number) => outgoing(undefined, { id, kind: 'event', event });

export const page = openPage({ origin: ORIGIN });

export function show(message: unknown, on: Page = page): Shown {
	const taps: Tap[] = [];
	return { bubble: asNode(on.get('rcs/rcs.js', 'rcsBubble')(message, handlersFor(taps))), taps };
}

export const showSent = (content: unknown): Shown => show(outgoing(content));

export const partOf = (bubble: PageNode, className: string): PageNode => {
	const [found] = bubble.classed(className);
	if (found === undefined) throw new Error(`nothing is ${className}`);
	return found;
};

/** A suggestion that does something when it is tapped. */
export const action = (text: string, what: Record<string, unknown>) => ({
	action: { text, postbackData: `back € ${text}`, ...what },
});
