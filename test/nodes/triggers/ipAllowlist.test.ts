import { BlockList } from 'node:net';

import fc from 'fast-check';

import { isListed, loggable, smsboxIps, unreadableIps } from '../../../nodes/engine/webhook/options';

test('the service calls from six addresses', () => {
	expect(smsboxIps).toHaveLength(6);
	expect(unreadableIps(smsboxIps)).toEqual([]);
	for (const address of smsboxIps) {
		expect(isListed(address, smsboxIps)).toBe(true);
		expect(isListed(`::ffff:${address}`, smsboxIps)).toBe(true);
	}
});

test.each(['37.59.198.135:51234', '[::ffff:37.59.198.135]:51234', '[::ffff:37.59.198.135]'])(
	'a caller that a proxy forwards with its port is the same: %s',
	(caller) => {
		expect(isListed(caller, smsboxIps)).toBe(true);
		expect(isListed(caller.replace('135', '136'), smsboxIps)).toBe(false);
	},
);

test.each([
	'',
	'::1',
	'2001:db8::1',
	'37.59.198',
	'37.59.198.135.1',
	'37.59.198.1350',
	'::ffff:37.59.198.999',
	'localhost',
	'37.59.198.135:',
	'37.59.198.135:port',
	'37.59.198.135:1:2',
	'[37.59.198.135',
	'[2001:db8::1]:51234',
])('a caller at %p is never listed', (caller) => {
	expect(isListed(caller, ['0.0.0.0/0', ...smsboxIps])).toBe(false);
});

test.each([
	'10.0.0.0/33',
	'10.0.0.0/',
	'10.0.0.0/8/8',
	'10.0.0/8',
	'256.0.0.1',
	'::1',
	'n8n.example',
	'10.0.0.0/-1',
])('%p is no entry of a list', (entry) => {
	expect(unreadableIps([entry, '10.0.0.1'])).toEqual([entry]);
	expect(isListed('10.0.0.0', [entry])).toBe(false);
});

test('ranges hold the same addresses as those of Node', () => {
	const near = fc
		.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.integer({ min: 0, max: 31 }))
		.map(([address, bits, flipped]) => {
			const number = address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
			const other = (number ^ (2 ** flipped)) >>> 0;
			const caller = [24, 16, 8, 0].map((shift) => (other >>> shift) & 255).join('.');
			return { address, bits, caller };
		});
	fc.assert(
		fc.property(near, ({ address, bits, caller }) => {
			const reference = new BlockList();
			reference.addSubnet(address, bits, 'ipv4');
			expect(isListed(caller, [`${address}/${bits}`])).toBe(reference.check(caller, 'ipv4'));
			expect(isListed(address, [`${address}/${bits}`])).toBe(true);
		}),
		{ numRuns: 1_000 },
	);
});

test('only what can be an address gets into the log', () => {
	expect(loggable('::ffff:10.0.0.1')).toBe('::ffff:10.0.0.1');
	expect(loggable('10.0.0.1:51234')).toBe('10.0.0.1');
	expect(loggable('[2001:db8::1]:51234')).toBe('2001:db8::1');
	expect(loggable(undefined)).toBe('unreadable');
	expect(loggable('10.0.0.1\nGET /')).toBe('unreadable');
	expect(loggable('a'.repeat(46))).toBe('unreadable');
});
