/** Taps with tokens that nobody has made: what the WhatsApp trigger calls, answers and logs. */
import fc from 'fast-check';
import { receive } from '../../../nodes/engine/webhook/receive';
import { wabaWebhooks } from '../../../nodes/SmsboxWabaTrigger/wabaWebhooks';
import { endingOf, fakeCall } from '../triggers/fakeContext';
import { tap } from '../triggers/wabaServed';
import { anyCharacter } from '../../support/characters';

const tokens = 20_000;

const hexadecimal = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
/** A nonce that this n8n has made. */
const url64 = fc
	.string({ unit: fc.constantFrom(...'abcXYZ019_-'), minLength: 16, maxLength: 16 })
	.map((random) => `${random}x4Yj`);
const odd = fc.constantFrom(
	'/',
	'//',
	'\\',
	'..',
	'/../',
	'/./',
	'%2e%2e/',
	'%2F',
	'%',
	'@example.com',
	'https://example.com',
	'//example.com',
	'/\\example.com',
	'http:',
	'?',
	'#',
	'&',
	'=',
	':',
	';',
	'\n',
	'\r\nHost: example.com',
	'\t',
	'\0',
	'\u2028',
	'é',
	'🙂',
	' ',
	'webhook-waiting',
	'/webhook/',
	'/rest/workflows',
	'&button=1&button=2',
	'&nonce=aaaaaaaaaaaaaaaa',
	'&signature=',
	'&x=1',
);
const oddOr = (usual: fc.Arbitrary<string>): fc.Arbitrary<string> =>
	fc.oneof(
		{ weight: 12, arbitrary: usual },
		{ weight: 1, arbitrary: odd },
		{ weight: 1, arbitrary: fc.string({ maxLength: 20, unit: anyCharacter }) },
	);
const prefix = oddOr(fc.constantFrom('', '', '', '/n8n', '/a/b', '/.', '/...', '/~'));
const choice = oddOr(
	fc.oneof(
		fc.constant(''),
		fc.constantFrom('&button=2', '&button=10', '&choice=2', '&button=%31', '&button=*'),
	),
);

/** Mostly of the right form, with something odd here and there. */
const nearToken = fc
	.tuple(
		prefix,
		oddOr(fc.constantFrom('/webhook-waiting/', '/form-waiting/', '/webhook-waiting/')),
		oddOr(fc.nat().map(String)),
		oddOr(fc.constant('/')),
		oddOr(fc.uuid()),
		oddOr(fc.constant('?nonce=')),
		oddOr(url64),
		choice,
		oddOr(fc.constant('&signature=')),
		oddOr(hexadecimal),
		oddOr(fc.constant('')),
	)
	.map((parts) => parts.join(''));

/** A right token of which a piece was replaced. */
const damaged = fc
	.tuple(hexadecimal, url64, fc.nat({ max: 200 }), fc.nat({ max: 3 }), fc.oneof(odd, fc.constant('')))
	.map(([signature, nonce, at, removed, put]) => {
		const right = `/webhook-waiting/17/5f2ab1e0-1c2d?nonce=${nonce}&button=1&signature=${signature}`;
		return right.slice(0, at) + put + right.slice(at + removed);
	});

const answers = fc.oneof(
	fc.constantFrom<unknown>(
		{ statusCode: 200, body: 'RESUMED' },
		{ statusCode: 200, body: '<html>' },
		{ statusCode: 200 },
		{ statusCode: 302, headers: { location: 'https://example.com' } },
		{ statusCode: 401, body: '' },
		{ statusCode: 404, body: 'The execution "17" does not exist.' },
		{ statusCode: 410, body: '' },
		{ statusCode: 422, body: '' },
		{ statusCode: 502, body: 'RESUMED' },
		undefined,
		null,
		'RESUMED',
	),
	fc.constantFrom<unknown>('ECONNABORTED', 'ECONNREFUSED', 'ENOTFOUND').map((code) => ({ code })),
);

interface Seen {
	calls: Array<{ url: string; path: string }>;
	/** What was not as it has to be. */
	problems: string[];
	resumed: number;
}

const resumePath =
	/^\/webhook-waiting\/\d+\/[^/?#\s]+\?nonce=[\w-]{20}(?:&button=\d{1,2})?&signature=[0-9a-f]{64}$/;
const origin = 'https://n8n.example.com';

async function tryToken(token: string, answer: unknown, seen: Seen): Promise<void> {
	const call = fakeCall({
		request: { method: 'POST', rawBody: Buffer.from(JSON.stringify(tap(token))) },
		parameters: { options: { ignoreDuplicates: false } },
		resume() {
			const isFailure = typeof answer === 'object' && answer !== null && 'code' in answer;
			if (isFailure) throw Object.assign(new Error('failed'), answer);
			return answer;
		},
	});
	const ending = endingOf(await receive(call.context, wabaWebhooks), call.response);
	const problem = (what: string): unknown => seen.problems.push(`${what}: ${JSON.stringify(token)}`);
	if (ending.ending === 'refused') problem('refused');
	if (/nonce|signature/.test(call.log.join())) problem('logged');
	if (call.resumeCalls.length > 1) problem('called twice');
	const isSecret = /nonce=[\w-]{20}(?:&button=\d{1,2})?&signature=[0-9a-f]{64}/;
	if (isSecret.test(JSON.stringify(ending))) problem('the token is shown');
	for (const { url, method, body, headers, disableFollowRedirect, timeout, ...rest } of call.resumeCalls) {
		const path = url.slice(origin.length);
		seen.calls.push({ url, path });
		const isOwn = new URL(url).origin === origin && new URL(url).href === url && url.startsWith(`${origin}/`);
		if (!isOwn) problem('another origin, or a path that changes');
		if (!resumePath.test(path)) problem('not a resume path');
		if (method !== 'POST' || body !== undefined || disableFollowRedirect !== true)
			problem('not an empty POST');
		if (timeout === undefined || timeout > 60_000) problem('no timeout');
		if (Object.keys(headers ?? {}).length > 0 || 'auth' in rest) problem('headers');
	}
	if (ending.ending === 'acknowledged') seen.resumed += 1;
}

it(`${tokens} fuzzed tokens cause calls to resume paths of this n8n only, and stay out of the log`, async () => {
	const seen: Seen = { calls: [], problems: [], resumed: 0 };
	const sample = fc.sample(fc.tuple(fc.oneof(nearToken, damaged), answers), { numRuns: tokens, seed: 16 });
	for (const [token, answer] of sample) await tryToken(token, answer, seen);
	expect(seen.problems).toEqual([]);
	// Enough of them are tokens, or nothing would be shown here.
	expect(seen.calls.length).toBeGreaterThan(tokens / 50);
	expect(seen.resumed).toBeGreaterThan(0);
	expect(seen.resumed).toBeLessThan(seen.calls.length);
}, 120_000);
