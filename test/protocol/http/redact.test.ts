import fc from 'fast-check';
import { strikeOut, strikeOutLetters } from '../../../protocol/http/redact';

describe('strikeOut', () => {
	it('leaves no digit', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
				expect(strikeOut(text)).not.toMatch(/\p{Nd}/u);
			}),
		);
		expect(strikeOut('to +33 6 00 12 34 56')).toBe('to +## # ## ## ## ##');
	});

	it('is at most 200 characters long, and says that it goes on', () => {
		const excerpt = strikeOut('Bad gateway! '.repeat(1000));
		expect(Array.from(excerpt)).toHaveLength(201);
		expect(excerpt.endsWith('…')).toBe(true);
		expect(strikeOut('Bad gateway')).toBe('Bad gateway');
		expect(strikeOut('é'.repeat(200))).toBe('é'.repeat(200));
	});

	it('shows the words of a web page, not its markup', () => {
		const page =
			'<!doctype html><html><head><style>p { color: red }</style><script>var a = "b";</script>' +
			'<title>502 Bad Gateway</title></head>\n<body>\n  <h1>Bad Gateway</h1>\n</body></html>';
		expect(strikeOut(page)).toBe('### Bad Gateway Bad Gateway');
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
		const excerpt = strikeOut(`Refused: ${echo(message)}`, [message]);
		expect(excerpt).toContain('Refused');
		expect(excerpt).not.toMatch(/rendez|vous|confirm|žižek|zek|dème|14/i);
	});

	it('strikes out texts in other scripts, cut anywhere', () => {
		expect(strikeOut('error: 您的包裹', ['您的包裹今天到达'])).toBe('error: ####');
	});

	it('strikes out a password with signs in it', () => {
		expect(strikeOut('mdp=p@ss!w rejected', ['p@ss!w'])).toBe('mdp=# rejected');
	});

	it('strikes out words of three letters, and leaves shorter ones', () => {
		expect(strikeOut('from Ana, to me de', ['Ana de Lys'])).toBe('from #, to me de');
		expect(strikeOut('en été', ['un été'])).toBe('en #');
		expect(strikeOut('from %C3%A9Ana', ['éAna'])).toBe('from %C#%A##');
		expect(strikeOut('mdp=a&b rejected', ['a&b'])).toBe('mdp=# rejected');
		expect(strikeOut('mdp=p@ss!w rejected', [' p@ss!w\n'])).toBe('mdp=# rejected');
	});

	it('strikes out nothing for a text that is empty, or as short as a word that means nothing', () => {
		expect(strikeOut('Bad gateway', ['', ' ', 'a', ' ad '])).toBe('Bad gateway');
	});

	it('drops the word at which it stops reading: half of it could not be recognized', () => {
		const before = ' '.repeat(3990);
		expect(strikeOut(`${before}examination`, ['examination'])).toBe('');
		expect(strikeOut(`${before}abc examination to come`, ['examination'])).toBe('abc');
		expect(strikeOut(`${before}0123456 hello`)).toBe('#######');
		expect(strikeOut(`${before}gate hello`.slice(0, 4000))).toBe('gate hello');
	});

	it.each([
		['Authorization: App 0123abcd-key', 'Authorization: App #'],
		['Authorization:\nApp \t 0123abcd-key', 'Authorization: App #'],
		['app sk_live_abcdef', 'app #'],
		['token 3f9a0c1e2b7d4f60a1b2c3d4e5f60718', 'token #'],
	])('strikes out what looks like a key in %j', (text, struckOut) => {
		expect(strikeOut(text)).toBe(struckOut);
	});

	it('keeps words apart', () => {
		expect(strikeOut('Bad<script type="module">var a</script>gateway\0here')).toBe('Bad gateway here');
	});

	it('has no words for an empty answer', () => {
		expect(strikeOut('  <br> ')).toBe('');
	});

	it('does not take long over a hostile answer', () => {
		for (const text of [
			'<'.repeat(1e6),
			'<script'.repeat(2e5),
			' a'.repeat(5e5),
			'app '.repeat(3e5),
			'='.repeat(1e6),
		]) {
			expect(Array.from(strikeOut(text, ['secret'])).length).toBeLessThanOrEqual(201);
		}
	});
});

describe('strikeOutLetters', () => {
	it('leaves the shape of records, and nothing to read in them', () => {
		expect(strikeOutLetters('12;33600123456;;0;Votre colis')).toBe('##;###########;;#;##### #####');
	});
});
