import fc from 'fast-check';

import { mayFetch } from '../../../nodes/engine/webhook/fileAddress';
import { mimeTypeIn, safeFileName } from '../../../nodes/engine/webhook/fileLabels';

describe('a file may be fetched', () => {
	test.each([
		'https://files.example.com/a.jpg?token=%C3%A9#x',
		'HTTPS://Files.Example.com:8443/a.jpg',
		'https://rcs.files.co.uk.',
		'https://svc.example.com/box',
		'https://xn--t-9fa.example.fr/a',
		'https://8.8.8.8/a.jpg',
		'https://172.32.0.1/',
		'https://[2a00:1450:4007:80e::2003]/a.jpg',
		'https://[2001:4860:4860::8888]/',
	])('from %s', (address) => {
		expect(mayFetch(address, '')).toBe(true);
	});
});

describe('a file may not be fetched', () => {
	test.each([
		['without encryption', ['http://files.example.com/a.jpg', 'http://8.8.8.8/']],
		['by another protocol', ['ftp://files.example.com/a', 'file:///etc/passwd', 'data:text/plain,a']],
		['from no address', ['', 'photo.jpg', '/photo.jpg', '//files.example.com/a', 'https://', 'é']],
		['from this machine', ['https://127.0.0.1/', 'https://127.1/', 'https://0/', 'https://2130706433/']],
		['from this machine, written in another way', ['https://0x7f.0.0.1/', 'https://0177.0.0.1/']],
		['from this machine by its name', ['https://localhost/', 'https://LOCALHOST./', 'https://a.localhost']],
		['from a private network', ['https://10.0.0.1/', 'https://172.16.0.1/', 'https://192.168.1.1:8443/']],
		['from a link', ['https://169.254.169.254/latest/meta-data/', 'https://[fe80::1]/']],
		[
			'from shared and special addresses',
			['https://100.64.0.1/', 'https://192.0.0.8/', 'https://198.18.0.1'],
		],
		['from a group of addresses', ['https://224.0.0.1/', 'https://255.255.255.255/', 'https://[ff02::1]/']],
		['from an inner IPv6 address', ['https://[::1]/', 'https://[::]/', 'https://[fd00::1]/']],
		[
			'from an IPv6 address that holds an IPv4 one',
			['https://[::ffff:127.0.0.1]/', 'https://[::ffff:8.8.8.8]/', 'https://[64:ff9b::7f00:1]/'],
		],
		['by a tunnel', ['https://[2002:7f00:1::]/', 'https://[2001::1]/', 'https://[2001:0:4136:e378::1]/']],
		['from an example', ['https://[2001:db8::1]/', 'https://[3fff::1]/', 'https://192.0.2.1/']],
		['from a name without a dot', ['https://intranet/', 'https://redis:6379/', 'https://n8n./']],
		[
			'from an inner name',
			[
				'https://nas.local/',
				'https://metadata.google.internal/',
				'https://router.lan./',
				'https://A.HOME.ARPA',
				'https://n8n.default.svc/',
				'https://n8n.default.svc.cluster/',
				'https://n8n.default.svc.cluster.local/',
				'https://fritz.box/',
				'https://nas.home/',
				'https://nas.corp/',
				'https://wiki.intranet/',
				'https://nas.private/',
				'https://n8n.test/',
				'https://n8n.invalid/',
				'https://example.onion/',
				'https://ip-10-0-0-1.ec2/',
				'https://pc.localnet/',
				'https://pc.dmz/',
				'https://pc.workgroup/',
				'https://pc.localdomain/',
			],
		],
		[
			'from an inner name with dots behind it',
			['https://nas.local../', 'https://localhost../', 'https://redis...:6379/', 'https://n8n.svc.../'],
		],
		[
			'from an inner address with dots behind it',
			['https://127.0.0.1./', 'https://10.0.0.1../', 'https://127.1../', 'https://0x7f.1../'],
		],
		[
			'from a name with an empty part',
			['https://files..example.com/', 'https://.example.com/', 'https://.../', 'https://8..8.8.8/'],
		],
		['with a user and a password', ['https://user:secret@files.example.com/', 'https://u@files.example.com']],
	])('%s', (_what, addresses) => {
		expect(addresses.filter((address) => mayFetch(address, ''))).toEqual([]);
	});

	test('from any private IPv4 address, however it is written', () => {
		const octet = fc.nat(255);
		const inner = fc.oneof(
			fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
			fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
			fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
			fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
			fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
		);
		const written = inner.chain(([a, b, c, d]) => {
			const number = ((a * 256 + b) * 256 + c) * 256 + d;
			return fc.constantFrom(
				`${a}.${b}.${c}.${d}`,
				`${a}.${b}.${c * 256 + d}`,
				`0x${number.toString(16)}`,
				`0${number.toString(8)}`,
				String(number),
				`[::ffff:${a}.${b}.${c}.${d}]`,
			);
		});
		fc.assert(
			fc.property(written, (host) => {
				expect(mayFetch(`https://${host}/a.jpg`, '')).toBe(false);
			}),
		);
	});

	test('and nothing that somebody sends throws', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.webUrl(),
					fc.string().map((rest) => `https://${rest}`),
				),
				(address) => {
					expect(typeof mayFetch(address, address)).toBe('boolean');
				},
			),
		);
	});
});

describe('what stands on the host of the credential', () => {
	const simulator = 'http://127.0.0.1:3456';

	test.each([
		[`${simulator}/__sim/rcs/files/1`, simulator],
		[`${simulator}/a`, `${simulator}/any/path/`],
		['https://rcs.internal/a', 'https://rcs.internal'],
		['https://rcs.internal:443/a', 'https://rcs.internal'],
	])('may be fetched: %s, for %s', (address, base) => {
		expect(mayFetch(address, base)).toBe(true);
	});

	test.each([
		['http://127.0.0.1:3457/a', simulator],
		['https://127.0.0.1:3456/a', simulator],
		['http://localhost:3456/a', simulator],
		['http://127.0.0.1:34567/a', simulator],
		['http://127.0.0.1:3456@10.0.0.1/a', simulator],
		['http://user:secret@127.0.0.1:3456/a', simulator],
		['http://127.0.0.1:3456/a', ''],
		['http://127.0.0.1:3456/a', 'none'],
		['file:///etc/passwd', 'file:///'],
		['mailto:a@example.com', 'mailto:b@example.com'],
	])('is not %s, for %s', (address, base) => {
		expect(mayFetch(address, base)).toBe(false);
	});
});

describe('the label of a file', () => {
	test.each([
		['Été 7 €.pdf', 'Été 7 €.pdf'],
		['../../etc/passwd', '.._.._etc_passwd'],
		['C:\\autoexec.bat', 'C__autoexec.bat'],
		['a\r\nb', 'a__b'],
		['...', undefined],
		[' ', undefined],
		[null, undefined],
	])('of the name %j is %j', (name, expected) => {
		expect(safeFileName(name)).toBe(expected);
	});

	test.each([
		['image/jpeg', 'image/jpeg'],
		[' text/plain; charset=utf-8', 'text/plain'],
		['application/vnd.ms-excel', 'application/vnd.ms-excel'],
		['image/svg+xml ;x=y', 'image/svg+xml'],
		['text/html\r\nx: y', undefined],
		['jpeg', undefined],
		['', undefined],
		[null, undefined],
	])('of the type %j is %j', (type, expected) => {
		expect(mimeTypeIn(type)).toBe(expected);
	});
});
