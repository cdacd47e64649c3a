import fc from 'fast-check';
import { redact, redactLetters } from '../../../protocol/http/redact';
import { anyCharacter } from '../../support/characters';

describe('redact', () => {
	it('leaves no digit', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => {
				expect(redact(text)).not.toMatch(/\p{Nd}/u);
			}),
		);
		expect(redact('to +33 6 00 12 34 56')).toBe('to +## # ## ## ## ##');
	});

	it('is at most 200 characters long, and says that it goes on', () => {
		const excerpt = redact('Bad gateway! '.repeat(1000));
		expect(Array.from(excerpt)).toHaveLength(201);
		expect(excerpt.endsWith('…')).toBe(true);
		expect(redact('Bad gateway')).toBe('Bad gateway');
		expect(redact('é'.repeat(200))).toBe('é'.repeat(200));
	});

	it('shows the words of a web page, not its markup', () => {
		const page =
			'<!doctype html><html><head><style>p { color: red }</style><script>var a = "b";</script>' +
			'<title>502 Bad Gateway</title></head>\n<body>\n  <h1>Bad Gateway</h1>\n</body></html>';
		expect(redact(page)).toBe('### Bad Gateway Bad Gateway');
	});

	const message = 'Rendez-vous confirmé: Dr Žižek, 14h, œdème & co';
	it.each([
		['as it is', (text: string) => text],
		['in capitals', (text: string) => text.toUpperCase()],
		['percent-encoded', encodeURIComponent],
		['as a form', (text: string) => new URLSearchParams({ msg: text }).toString()],
		['as JSON', JSON.stringify],
		['as HTML', (text: string) => text.replaceAll('&', '&amp;').replaceAll('é', '&eacute;')],
		['wrongly decoded', (text: string) => Buffer.from(text, 'utf8').toString('latin1')],
		['cut', (text: string) => text.slice(0, 21)],
	])('strikes out the text of the request, %s', (_, echo) => {
		const excerpt = redact(`Refused: ${echo(message)}`, [message]);
		expect(excerpt).toContain('Refused');
		expect(excerpt).not.toMatch(/rendez|vous|confirm|žižek|zek|dème|14/i);
	});

	it('strikes out texts in other scripts, cut anywhere', () =>
		expect(redact('error: 您的包裹', ['您的包裹今天到达'])).toBe('error: ####'));

	it('strikes out words of three letters, and leaves shorter ones', () => {
		expect(redact('from Ana, to me de', ['Ana de Lys'])).toBe('from #, to me de');
		expect(redact('en été', ['un été'])).toBe('en #');
		expect(redact('from %C3%A9Ana', ['éAna'])).toBe('from %C#%A##');
		expect(redact('mdp=a&b rejected', ['a&b'])).toBe('mdp=# rejected');
		expect(redact('mdp=p@ss!w rejected', [' p@ss!w\n'])).toBe('mdp=# rejected');
	});

	it('strikes out nothing for a text that is empty, or as short as a word that means nothing', () =>
		expect(redact('Bad gateway', ['', ' ', 'a', ' ad '])).toBe('Bad gateway'));

	it('drops the word at which it stops reading: half of it could not be recognized', () => {
		const before = ' '.repeat(3990);
		expect(redact(`${before}examination`, ['examination'])).toBe('');
		expect(redact(`${before}abc examination to come`, ['examination'])).toBe('abc');
		expect(redact(`${before}0123456 hello`)).toBe('#######');
		expect(redact(`${before}gate hello`.slice(0, 4000))).toBe('gate hello');
	});

	it.each([
		['Authorization: App 0123abcd-key', 'Authorization: App #'],
		['Authorization:\nApp \t 0123abcd-key', 'Authorization: App #'],
		['app sk_live_abcdef', 'app #'],
		['token 3f9a0c1e2b7d4f60a1b2c3d4e5f60718', 'token #'],
	])('strikes out what looks like a key in %j', (text, struckOut) => expect(redact(text)).toBe(struckOut));

	it('keeps words apart', () =>
		expect(redact('Bad<script type="module">var a</script>gateway\0here')).toBe('Bad gateway here'));

	it('has no words for an empty answer', () => expect(redact('  <br> ')).toBe(''));

	it('reads the beginning only, whatever follows it', () => {
		for (const filler of [' ', '<b>', '<script>a '])
			expect(redact(`${filler.repeat(4000 / filler.length)} the words after it`)).toBe('');
		for (const text of ['<', '<script', ' a', 'app ', '=']) {
			const [beginning, whole] = [text.repeat(5000), text.repeat(50_000)];
			expect(redact(whole, ['secret'])).toBe(redact(beginning, ['secret']));
		}
	});
});

describe('redactLetters', () => {
	it('leaves the shape of records, and nothing to read in them', () =>
		expect(redactLetters('12;33600123456;;0;Votre colis')).toBe('##;###########;;#;##### #####'));
});
