import {
	mayHoldToken,
	readToken,
	requireRecognizable,
	tokenOf,
	tokensIn,
	waitingBaseOf,
	withoutSecret,
} from '../../../../nodes/engine/waiting/resumeToken';

const base = '/webhook-waiting';

const nonce = 'abcdefghijklmnop';
const signature = '0123456789abcdef'.repeat(4);
const node = '5f2ab1e0-6f0c-4a53-b1b2-0e4f4c1c8a11';
const at = (path: string, query = `?nonce=${nonce}&choice=approve&signature=${signature}`): string =>
	`${path}${query}`;
const token = at(`/webhook-waiting/17/${node}`);

describe('a token', () => {
	it('is path and query of the signed URL', () => {
		expect(tokenOf(`https://n8n.example.com${token}`)).toBe(token);
		expect(tokenOf(`https://example.com/n8n${token}`)).toBe(`/n8n${token}`);
	});

	it('fits into a list row, the smallest place that it goes to', () => {
		expect(token.length).toBeLessThanOrEqual(200);
	});

	it.each([
		['as it is', token, { nonce, choice: 'approve' }],
		['below a path', `/n8n${token}`, { nonce, choice: 'approve' }],
		[
			'without a choice',
			at(`/webhook-waiting/17/${node}`, `?nonce=${nonce}&signature=${signature}`),
			{ nonce, choice: '' },
		],
		['with an encoded choice', token.replace('approve', 'caf%C3%A9+noir'), { nonce, choice: 'café noir' }],
	])('is read %s', (_name, text, expected) => {
		expect(readToken(text, text.startsWith('/n8n') ? '/n8n/webhook-waiting' : base)).toMatchObject(expected);
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
		['no nonce', token.replace(`nonce=${nonce}&`, '')],
		['a short signature', token.slice(0, -1)],
		['something behind the signature', `${token}&more=1`],
		['a fragment', `${token}#x`],
		['a line break', `${token}\n`],
		['one more parameter', token.replace('&choice', '&a=b&choice')],
		['a huge text', `/${'a/'.repeat(100_000)}`],
	])('is not read from %s', (_name, text) => {
		expect(readToken(text, base)).toBeUndefined();
	});

	it('is found in any string of an event, once', () => {
		const event = {
			messages: [{ type: 'interactive', interactive: { button_reply: { id: token, title: 'Yes' } } }],
		};
		expect(tokensIn(event)).toEqual([token]);
		expect(tokensIn({ userResponse: { postbackData: token }, again: token })).toEqual([token]);
		expect(tokensIn([undefined, null, 0, '', { a: [token] }])).toEqual([token]);
		expect(tokensIn([token, `/n8n${token}`])).toEqual([token, `/n8n${token}`]);
	});

	it.each<[string, string, boolean]>([
		['is suspected', JSON.stringify({ id: token }), true],
		['is suspected in capitals', JSON.stringify({ id: token.toUpperCase() }), true],
		['is suspected where letters are escaped', '{"id":"\\u0073ignature"}', true],
		['is suspected where digits or capitals are escaped', '{"id":"%\\u0033D\\u0053"}', true],
		[
			'is not suspected in a text with accents',
			'{"text":"\\u00e9t\\u00e9 \\ud83d\\ude00 http:\\/\\/x"}',
			false,
		],
	])('%s', (_what, body, expected) => {
		expect(mayHoldToken('', Buffer.from(body))).toBe(expected);
	});

	it('is suspected in any query', () => {
		expect(mayHoldToken('numero=1', Buffer.from(''))).toBe(true);
	});

	it.each([[{}], [undefined], [null], [[undefined, [], {}]], [{ text: `see ${token}` }]])(
		'is not found in %j',
		(event) => {
			expect(tokensIn(event)).toEqual([]);
		},
	);
});

/** As n8n makes it: the node's ID is encoded, and the URL is then parsed. */
const signedUrl = (id: string, endpoint = base): string => {
	const url = new URL(`https://n8n.example.com${endpoint}/17/${encodeURIComponent(id)}`);
	for (const [name, value] of Object.entries({ nonce, choice: 'naïve ~*+&=%', signature }))
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
		expect(readToken(own, base)).toEqual({ path: own, nonce, choice: 'naïve ~*+&=%' });
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
			expect(readToken(made, own)).toBeDefined();
			expect(readToken(tokenOf(signedUrl(node, '/webhook/orders/webhook-waiting')), own)).toBeUndefined();
			expect(() => requireRecognizable(signedUrl(node, endpoint))).not.toThrow();
		},
	);
});

describe('a text without its token', () => {
	const encoded = encodeURIComponent(token);
	it.each([
		['the choice, where it was nothing else', token, 'approve'],
		['the choice of another n8n', `https://example.com/any/path${token}`, 'approve'],
		['nothing, without a choice', `/x?nonce=${nonce}&signature=${signature}`, ''],
		[
			'the rest',
			`See https://example.com${token}, please`,
			`See https://example.com/webhook-waiting/17/${node}?, please`,
		],
		['the rest, encoded', `a=${encoded}&b`, `a=${encodeURIComponent(`/webhook-waiting/17/${node}?`)}&b`],
		[
			'the rest, encoded twice',
			encodeURIComponent(encoded),
			encodeURIComponent(encodeURIComponent(`/webhook-waiting/17/${node}?`)),
		],
		['the rest, in capitals', token.toUpperCase(), `/webhook-waiting/17/${node}?`.toUpperCase()],
		[
			'the rest, in JSON that escapes &',
			JSON.stringify({ id: token }).replaceAll('&', '\\u0026').replaceAll('=', '\\u003d'),
			`{"id":"/webhook-waiting/17/${node}?"}`,
		],
		['the rest, in HTML', `<${token.replaceAll('&', '&amp;')}>`, `</webhook-waiting/17/${node}?>`],
		[
			'the rest, in HTML that escapes =',
			token.replaceAll('=', '&#61;').replaceAll('&c', '&amp;c'),
			`/webhook-waiting/17/${node}?`,
		],
		['the rest, in another order', `/x?signature=${signature}&choice=a&nonce=${nonce}`, '/x?'],
		['the rest of a choice that has one', token.replace('approve', encoded), `/webhook-waiting/17/${node}?`],
		['all of both', `${token} ${token}`, `/webhook-waiting/17/${node}? /webhook-waiting/17/${node}?`],
		[
			'what is no token',
			`https://example.com/a?X-Signature=${signature}`,
			`https://example.com/a?X-Signature=${signature}`,
		],
		[
			'what is no token, with a longer nonce',
			`https://example.com/a?nonce=${nonce}7&signature=${signature}`,
			`https://example.com/a?nonce=${nonce}7&signature=${signature}`,
		],
	])('is %s', (_what, text, expected) => {
		expect(withoutSecret(text)).toBe(expected);
	});

	it('takes no longer for a body full of beginnings', () => {
		const began = performance.now();
		withoutSecret(`nonce=${nonce}&signature=`.repeat(8_000));
		expect(performance.now() - began).toBeLessThan(1_000);
	});
});
