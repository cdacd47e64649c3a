import fc from 'fast-check';
import { rcsStatus, rcsStatuses } from '../../protocol/rcs/statuses';
import { wabaStatus, wabaStatuses } from '../../protocol/waba/statuses';
import { documentedStatuses } from './documentedStatuses';

describe.each([
	{
		channel: 'WABA',
		statuses: wabaStatuses,
		statusOf: wabaStatus,
		documented: documentedStatuses.waba,
		unknown: ['deleted', 'DELIVERED'],
	},
	{
		channel: 'RCS',
		statuses: rcsStatuses,
		statusOf: rcsStatus,
		documented: documentedStatuses.rcs,
		unknown: ['REVOKED', 'read'],
	},
])('a status of $channel', ({ statuses, statusOf, documented, unknown }) => {
	it('that is documented is known, in the order in which they come', () => {
		expect(statuses.map(({ code, final, delivered }) => [code, final, delivered])).toEqual(documented);
		for (const status of statuses) {
			expect(status.name).toMatch(/^[A-Z][a-z]+$/);
			expect(status.description).toMatch(/^[A-Z].*[a-zA-Z]$/);
			expect(statusOf(` ${status.code} `)).toEqual(status);
		}
	});

	it('that nobody knows is passed on, and nothing is claimed about it', () => {
		const codes = fc.oneof(fc.string(), fc.constantFrom('toString', '__proto__', ...unknown));
		fc.assert(
			fc.property(codes, (code) => {
				fc.pre(!statuses.some((known) => known.code === code.trim()));
				expect(statusOf(code)).toMatchObject({ code: code.trim(), final: null, delivered: null });
			}),
		);
	});
});
