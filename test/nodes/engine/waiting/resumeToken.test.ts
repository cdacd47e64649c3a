import fc from 'fast-check';
import { type IDataObject, jsonParse } from 'n8n-workflow';
import {
	isOwnToken,
	requireRecognizable,
	takeTokens,
	tokenOf,
	waitingBaseOf,
} from '../../../../nodes/engine/waiting/resumeToken';

const base = '/webhook-waiting';

const nonce = 'abcdefghijklmnopx4Yj';
const signature = '0123456789abcdef'.repeat(4);
const node = '5f2ab1e0-6f0c-4a53-b1b2-0e4f4c1c8a11';
const at = (path: string, query = `?nonce=${nonce}&button=1&signature=${signature}`): string =>
	`${path}${query}`;
const token = at(`/webhook-waiting/17/${node}`);

describe('a token', () => {
	it('is path and query of the signed URL', () => {
		expect(tokenOf(`https://n8n.example.com${token}`)).toBe(token);
		expect(tokenOf(`https://example.com/n8n${token}`)).toBe(`/n8n${token}`);
	});

	it('fits into a list row, the smallest place that it goes to', () =>
		expect(token.length).toBeLessThanOrEqual(200));

	it.each([
		['as it is', token, '1'],
		['below a path', `/n8n${token}`, '1'],
		[
			'without a position',
			at(`/webhook-waiting/17/${node}`, `?nonce=${nonce}&signature=${signature}`),
			'***',
		],
	])('is read %s', (_name, text, expected) => {
		expect(isOwnToken(text, text.startsWith('/n8n') ? '/n8n/webhook-waiting' : base)).toBe(true);
		const event = { id: text };
		takeTokens(event);
		expect(event.id).toBe(expected);
	});

	it.each([
		['a text', 'Yes'],
		['nothing', ''],
		['an address', `https://n8n.example.com${token}`],
		['an address without a scheme', `//evil.example.com${token}`],
		['a path that goes up', `/..${token}`.replace('/webhook', '/../webhook')],
		['an encoded way up', `/%2e%2e${token}`],
		['another path than that of this n8n', `/n8n${token}`],
		['a webhook', `/webhook${token}`],
		['a base that only begins so', token.replace('waiting', 'waiting-2')],
		['a node that goes up', token.replace(node, '..')],
		['a node that goes up, encoded', token.replace(node, '%2E%2e')],
		['a node that is not encoded', token.replace(node, 'é')],
		['a node with a backslash', token.replace(node, 'a\\b')],
		['a node with a space', token.replace(node, 'a b')],
		['no node', token.replace(node, '')],
		['another endpoint', token.replace('webhook-waiting', 'rest')],
		['a form', token.replace('webhook-waiting', 'form-waiting')],
		['an execution that is no number', token.replace('/17/', '/x/')],
		['one more segment', token.replace('?', '/more?')],
		['a short nonce', token.replace(nonce, 'abc')],
		['a longer nonce', token.replace(nonce, `${nonce}-`)],
		['another parameter than a position', token.replace('button', 'choice')],
		['a position that is no number', token.replace('button=1', 'button=a')],
		['no nonce', token.replace(`nonce=${nonce}&`, '')],
		['a short signature', token.slice(0, -1)],
		['something behind the signature', `${token}&more=1`],
		['a fragment', `${token}#x`],
		['a line break', `${token}\n`],
		['one more parameter', token.replace('&button', '&a=b&button')],
		['a huge text', `/${'a/'.repeat(100_000)}`],
	])('is not read from %s', (_name, text) => expect(isOwnToken(text, base)).toBe(false));

	it('is found in any string of an event, once', () => {
		const event = {
			messages: [{ type: 'interactive', interactive: { button_reply: { id: token, title: 'Yes' } } }],
		};
		expect(takeTokens(event)).toEqual([token]);
		expect(takeTokens({ userResponse: { postbackData: token }, again: token })).toEqual([token]);
		expect(takeTokens({ list: [undefined, null, 0, '', { a: [token] }] })).toEqual([token]);
		expect(takeTokens({ list: [token, `/n8n${token}`] })).toEqual([token, `/n8n${token}`]);
	});

	it.each<[IDataObject]>([[{}], [{ list: [undefined, null, [], {}] }], [{ text: `see ${token}` }]])(
		'is not found in %j',
		(event) => expect(takeTokens(event)).toEqual([]),
	);
});

/** As n8n makes it: the node's ID is encoded, and the URL is then parsed. */
const signedUrl = (id: string, endpoint = base): string => {
	const url = new URL(`https://n8n.example.com${endpoint}/17/${encodeURIComponent(id)}`);
	for (const [name, value] of Object.entries({ nonce, button: '20', signature }))
		url.searchParams.set(name, value);
	return url.toString();
};

describe('the token of a node', () => {
	it.each([
		['a UUID', node],
		['spaces', 'my node'],
		['dots', 'v1.2...'],
		['accents', 'Éléphant 🐘'],
		['a slash', 'a/b'],
		['what URLs are made of', `?#&=%2e%2e;:@[]{}|\\^"'<>\`!*()~`],
		['100 characters', 'x'.repeat(100)],
	])('is recognized whose ID has %s', (_what, id) => {
		const own = tokenOf(signedUrl(id));
		expect(isOwnToken(own, base)).toBe(true);
		const event = { own };
		expect(takeTokens(event)).toEqual([own]);
		expect(event.own).toBe('20');
		expect(() => requireRecognizable(signedUrl(id))).not.toThrow();
	});

	it.each(['.', '..', '', 'x'.repeat(2_000)])('is refused before it is sent where its ID is %j', (id) => {
		expect(() => requireRecognizable(signedUrl(id))).toThrow(
			'No answer could reach this node because of its ID.',
		);
	});

	it.each(['/webhook-waiting', '/n8n/webhook-waiting', '/renamed', '/a/b.c/renamed-2'])(
		'is recognized by n8n’s own base only: %s',
		(endpoint) => {
			const own = waitingBaseOf(`https://n8n.example.com${endpoint}/__UNKNOWN__?signature=0f`);
			expect(own).toBe(endpoint);
			const made = tokenOf(signedUrl(node, endpoint));
			expect(isOwnToken(made, own)).toBe(true);
			expect(isOwnToken(tokenOf(signedUrl(node, '/webhook/orders/webhook-waiting')), own)).toBe(false);
			expect(() => requireRecognizable(signedUrl(node, endpoint))).not.toThrow();
		},
	);
});

describe('a text without its token', () => {
	const encoded = encodeURIComponent(token);
	const rest = `/webhook-waiting/17/${node}?nonce=&button=1&signature=`;
	const encodedRest = encodeURIComponent(rest);
	it.each([
		['in a text', `See https://example.com${token}, please`, `See https://example.com${rest}, please`],
		['percent-encoded', `a=${encoded}&b`, `a=${encodedRest}&b`],
		['percent-encoded twice', encodeURIComponent(encoded), encodeURIComponent(encodedRest)],
		['in capitals', token.toUpperCase(), rest.toUpperCase()],
		[
			'in JSON that escapes &',
			JSON.stringify([`/${token}`])
				.replaceAll('&', '\\u0026')
				.replaceAll('=', '\\u003d'),
			JSON.stringify([`/${rest}`])
				.replaceAll('&', '\\u0026')
				.replaceAll('=', '\\u003d'),
		],
		['in JSON', `{"nonce": "${nonce}", "signature": ["${signature}"]}`, '{"nonce": "", "signature": [""]}'],
		['in HTML', `<${token.replaceAll('&', '&amp;')}>`, `<${rest.replaceAll('&', '&amp;')}>`],
		['in HTML that escapes =', token.replaceAll('=', '&#61;'), rest.replaceAll('=', '&#61;')],
		['in another order', `?signature=${signature}&button=1&nonce=${nonce}`, '?signature=&button=1&nonce='],
		[
			'with another in place of its position',
			token.replace('button=1', encoded),
			rest.replace('button=1', encodedRest),
		],
		['twice', `${token} ${token}`, `${rest} ${rest}`],
		...[
			`https://example.com/a?X-Signature=${signature}`,
			`https://example.com/a?nonce=${nonce}7&signature=${signature}`,
			`https://example.com/a?nonce=${nonce}&signature=${signature.slice(1)}`,
		].map((text) => ['that only looks like one', text, text]),
	])('has no secrets: %s', (_where, text, expected) => {
		const event = { text };
		takeTokens(event);
		expect(event.text).toBe(expected);
	});
});

describe('an event without its tokens', () => {
	const [start, end] = token.split('&signature=');

	it.each<[string, IDataObject, IDataObject]>([
		[
			'in values',
			{ type: 'x', reply: { id: token, title: 'Yes' }, list: [token, 'x', null, 7] },
			{ type: 'x', reply: { id: '1', title: 'Yes' }, list: ['1', 'x', null, 7] },
		],
		['in names', { data: { [token]: [{ [token]: token }] } }, { data: { 1: [{ 1: '1' }] } }],
		['without a position', { id: token.replace('&button=1', '') }, { id: '***' }],
		['of another n8n', { id: `https://example.com/any/path${token}` }, { id: '1' }],
	])('has the position in their place: %s', (_where, event, expected) => {
		takeTokens(event);
		expect(event).toEqual(expected);
	});

	it.each<[string, IDataObject]>([
		['in a longer link', { url: `https://x.example${start}&more=${'x'.repeat(500)}&signature=${end}` }],
		['in a link, its signature first', { url: `?signature=${end}&${'x'.repeat(500)}&${start}` }],
		['as members of one object', { data: { waitingExecution: start, button: '1', signature: end } }],
		['as members that are there twice', { waitingExecution: [start, 'x'], signature: [end, 'x'] }],
		['as members for each parameter', { nonce, signature: end }],
		['in two places', { text: start, data: [{ list: `signature=${end}` }] }],
	])('shows none of the secrets that are apart: %s', (_where, event) => {
		takeTokens(event);
		const shown = JSON.stringify(event);
		expect([nonce, signature].filter((secret) => shown.includes(secret))).toEqual([]);
	});

	it.each<[string, IDataObject]>([
		['a signature alone', { signature, url: `https://s3.example?signature=${signature}` }],
		['a signature of another name', { url: `https://s3.example?nonce=1&X-Amz-Signature=${signature}` }],
		['a choice beside another signature', { id: 'yes', signature: 'Jean' }],
		['a nonce alone', { nonce, signature: 'Jean' }],
	])('has what only looks like one: %s', (_what, event) => {
		const before = structuredClone(event);
		expect(takeTokens(event)).toEqual([]);
		expect(event).toEqual(before);
	});
});

describe('an event with the author’s own data', () => {
	const [start, end] = token.split('&signature=');
	const [path, pair = ''] = token.split('?');
	const shop = `https://shop.example.com/pay?${pair}`;

	it.each<[string, IDataObject, IDataObject?]>([
		['members', { nonce, signature }],
		['a link', { link: shop }],
		['a link in a text', { text: `Pay at ${shop}, please` }],
		['a signature beside a token', { waitingExecution: token, signature }, { waitingExecution: '1' }],
		['a link beside a token', { waitingExecution: token, link: shop }, { waitingExecution: '1' }],
	])('has a nonce and a signature of another kind: %s', (_what, event, changed = {}) => {
		const expected = { ...event, ...changed };
		takeTokens(event, true);
		expect(event).toEqual(expected);
	});

	it.each<[string, IDataObject]>([
		['in members, for each parameter', { waitingExecution: start, signature: end }],
		['in members, with its path', { path, nonce, signature }],
		['in a text', { text: `See https://n8n.example.com${token}.` }],
		['percent-encoded', { text: encodeURIComponent(token) }],
		['percent-encoded twice', { text: encodeURIComponent(encodeURIComponent(token)) }],
		['in JSON', { text: JSON.stringify({ id: `/${token}` }).replaceAll('/', '\\/') }],
		['in JSON that escapes all', { text: token.replaceAll('/', '\\u002f').replaceAll('=', '\\u003d') }],
		['in HTML', { text: token.replaceAll('/', '&#x2F;').replaceAll('=', '&#61;') }],
		['in a name', { [`${token}.`]: 1 }],
		['in a link of somebody else', { link: `https://example.com/go?to=${token}` }],
		['beside a link', { link: shop, text: `${start} signature=${end}` }],
	])('shows no token: %s', (_where, event) => {
		takeTokens(event, true);
		const shown = JSON.stringify(event);
		expect([nonce, signature].filter((secret) => shown.includes(secret))).toEqual([]);
	});
});

describe('any event', () => {
	const secrets = [
		`nonce=${nonce}`,
		`"nonce": "${nonce}"`,
		`signature=${signature}`,
		`signature%253D${signature}`,
	];
	const fragments = [
		...secrets,
		token,
		encodeURIComponent(token),
		`/webhook-waiting/17/${node}`,
		nonce,
		signature,
		'nonce',
		'"',
		'\\',
		' ',
		'?',
	];
	const text = fc.array(fc.constantFrom(...fragments), { maxLength: 4 }).map((parts) => parts.join(' '));
	const name = fc.oneof(fc.constantFrom('nonce', 'X-Signature', 'a', '__proto__'), text);
	const { value } = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small' },
			text,
			fc.constantFrom(nonce, signature, token, 7, null),
			fc.array(tie('value'), { maxLength: 3 }),
			fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map(Object.fromEntries<unknown>),
		),
	}));
	/** All texts of an event behind the name of their member, which a list gives to all in it, and all names. */
	const textsIn = (member: unknown, label = ''): string[] => {
		if (typeof member === 'string') return [`${label}=${member}`];
		if (Array.isArray(member)) return member.flatMap((entry) => textsIn(entry, label));
		if (typeof member !== 'object' || member === null) return [];
		return Object.entries(member).flatMap(([key, inner]) => [key, ...textsIn(inner, key)]);
	};
	const isThere = (event: unknown, label: string, secret: string): boolean => {
		const named = new RegExp(`${label}(?:=|%(?:25)*3D|\\\\*": ?\\[?\\\\*")${secret}`, 'i');
		return textsIn(event).some((found) => named.test(found));
	};
	const isLive = (event: unknown): boolean =>
		isThere(event, 'nonce', nonce) && isThere(event, 'signature', signature);

	const hasPath = (event: unknown): boolean =>
		textsIn(event).some((found) => /(?:\/|%2F)17(?:\/|%2F)/.test(found));

	it('shows no live token, and is left alone where it has none', () => {
		fc.assert(
			fc.property(value, (data) => {
				const before = JSON.stringify({ data });
				const event = jsonParse<IDataObject>(before);
				const wasLive = isLive(event);
				takeTokens(event);
				if (wasLive) expect(isLive(event)).toBe(false);
				else expect(JSON.stringify(event)).toBe(before);
				const report = jsonParse<IDataObject>(before);
				takeTokens(report, true);
				expect(isLive(report) && hasPath(report)).toBe(false);
			}),
			{ numRuns: 2_000 },
		);
	});
});
