import fc from 'fast-check';
import { rcsStatus, rcsStatuses } from '../../../protocol/rcs/statuses';

describe('rcsStatus', () => {
	it('knows every documented status', () => {
		expect(rcsStatuses.map(({ code, final, delivered }) => [code, final, delivered])).toEqual([
			['SENT', false, null],
			['DELIVERED', false, true],
			['READ', true, true],
			['REJECTED', true, false],
			['FAILED', true, false],
			['EXPIRED', true, false],
		]);
		for (const status of rcsStatuses) {
			expect(status.name).toMatch(/^[A-Z][a-z]+$/);
			expect(status.description).toMatch(/^[A-Z].*[a-zA-Z]$/);
			expect(rcsStatus(` ${status.code} `)).toEqual(status);
		}
	});

	it('passes on one that it does not know, and claims nothing about it', () => {
		const codes = fc.oneof(fc.string(), fc.constantFrom('toString', '__proto__', 'REVOKED', 'read'));
		fc.assert(
			fc.property(codes, (code) => {
				fc.pre(!rcsStatuses.some((known) => known.code === code.trim()));
				expect(rcsStatus(code)).toMatchObject({ code: code.trim(), final: null, delivered: null });
			}),
		);
	});
});
