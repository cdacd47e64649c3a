import fc from 'fast-check';
import { smsStatus, smsStatuses } from '../../../protocol/sms/statuses';

const codesWhere = (wanted: (status: (typeof smsStatuses)[number]) => boolean) =>
	smsStatuses.filter(wanted).map(({ code }) => code);

describe('smsStatus', () => {
	it('knows every documented code, in the order of the codes', () => {
		expect(smsStatuses.map(({ code, name }) => `${code} ${name}`)).toEqual([
			'-3 Reimbursed',
			'-1 Unknown',
			'0 Received',
			'1 Failure',
			'2 Rejected',
			'3 Inactive',
			'4 Not responding',
			'5 Reception error',
			'6 Saturated',
			'7 Unknown number',
			'8 Non-routable',
			'9 Transmitted',
			'10 Sent',
			'30 Call in progress',
			'31 Picked up',
			'32 Listening accepted',
			'33 Message listened',
			'34 Listening confirmed',
			'35 Listening refused',
			'36 Not picked up',
			'37 No response',
			'38 No dial tone',
			'39 Waiting for retry',
		]);
		for (const status of smsStatuses) {
			expect(status.description).toMatch(/^\S.*\S$/);
			expect(smsStatus(status.code)).toEqual(status);
			expect(smsStatus(` ${status.code} `)).toEqual(status);
		}
	});

	it('says what is still to be followed by another status', () => {
		expect(codesWhere(({ final }) => final === false)).toEqual(['9', '30', '32', '39']);
		expect(codesWhere(({ final }) => final === null)).toEqual([]);
	});

	it('says what was delivered, and where that is not known', () => {
		expect(codesWhere(({ delivered }) => delivered === true)).toEqual(['0', '33', '34']);
		expect(codesWhere(({ delivered }) => delivered === null)).toEqual(['-1', '9', '10', '30', '32', '39']);
	});

	it('passes on a code that it does not know, and claims nothing about it', () => {
		expect(smsStatus('42')).toEqual({
			code: '42',
			name: 'Unknown status 42',
			description: 'This status is not documented',
			final: null,
			delivered: null,
		});
		expect(smsStatus('')).toMatchObject({ code: '', name: 'Unknown status' });
	});

	it('takes no name of an object for a code', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.string(), fc.constantFrom('toString', '__proto__', 'constructor', '00', '0.0', '1e0')),
				(code) => {
					const status = smsStatus(code);
					expect(status.code).toBe(code.trim());
					if (!smsStatuses.some((known) => known.code === code.trim())) expect(status.final).toBeNull();
				},
			),
		);
	});
});
