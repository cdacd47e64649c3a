import fc from 'fast-check';
import { wabaStatus, wabaStatuses } from '../../../protocol/waba/statuses';

describe('wabaStatus', () => {
	it('knows every documented status, in the order in which they come', () => {
		expect(wabaStatuses.map(({ code, final, delivered }) => [code, final, delivered])).toEqual([
			['ack', false, null],
			['sent', false, null],
			['delivered', false, true],
			['read', true, true],
			['failed', true, false],
		]);
		for (const status of wabaStatuses) {
			expect(status.name).toMatch(/^[A-Z][a-z]+$/);
			expect(status.description).toMatch(/^[A-Z].*[a-zA-Z]$/);
			expect(wabaStatus(` ${status.code} `)).toEqual(status);
		}
	});

	it('passes on one that it does not know, and claims nothing about it', () => {
		const codes = fc.oneof(fc.string(), fc.constantFrom('toString', '__proto__', 'deleted', 'DELIVERED'));
		fc.assert(
			fc.property(codes, (code) => {
				fc.pre(!wabaStatuses.some((known) => known.code === code.trim()));
				expect(wabaStatus(code)).toMatchObject({ code: code.trim(), final: null, delivered: null });
			}),
		);
	});
});
