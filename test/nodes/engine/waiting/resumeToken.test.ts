import { readToken, tokenIn, tokenOf } from '../../../../nodes/engine/waiting/resumeToken';

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
		expect(readToken(text)).toMatchObject(expected);
	});

	it.each([
		['a text', 'Yes'],
		['nothing', ''],
		['an address', `https://n8n.example.com${token}`],
		['an address without a scheme', `//evil.example.com${token}`],
		['a path that goes up', `/..${token}`.replace('/webhook', '/../webhook')],
		['an encoded way up', `/%2e%2e${token}`],
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
		expect(readToken(text)).toBeUndefined();
	});

	it('is found in any string of an event', () => {
		const event = {
			messages: [{ type: 'interactive', interactive: { button_reply: { id: token, title: 'Yes' } } }],
		};
		expect(tokenIn(event)).toEqual({ path: token, nonce, choice: 'approve' });
		expect(tokenIn({ userResponse: { postbackData: token } })?.path).toBe(token);
		expect(tokenIn([undefined, null, 0, '', { a: [token] }])?.path).toBe(token);
	});

	it.each([[{}], [undefined], [null], [[undefined, [], {}]], [{ text: `see ${token}` }]])(
		'is not found in %j',
		(event) => {
			expect(tokenIn(event)).toBeUndefined();
		},
	);
});
