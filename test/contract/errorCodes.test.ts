/** Every error code is the reply of a contract fixture that the nodes read, and of one that the simulator sends. */
import { existsSync } from 'node:fs';
import { rcsErrorCodes } from '../../protocol/rcs/errorCodes';
import { smsErrorCodes } from '../../protocol/sms/errorCodes';
import { wabaErrorCodes } from '../../protocol/waba/errorCodes';
import { exchangeCases } from '../support/contractFixtures';

/** Codes that no fixture has, and what tests them instead. */
const untested: Readonly<Record<string, string>> = {
	'waba nodes 413': 'test/protocol/jsonFailures.test.ts',
	'rcs nodes 413': 'test/protocol/jsonFailures.test.ts',
	'waba simulator 413': 'test/simulator/jsonFailures.test.ts',
	'rcs simulator 413': 'test/simulator/jsonFailures.test.ts',
	'waba simulator 509': 'of older versions, its meaning assumed',
	'rcs simulator 509': 'of older versions, its meaning assumed',
	'rcs nodes 509': 'read as for WABA',
};

const rows = (
	[
		['sms', smsErrorCodes, ['sms', 'account']],
		['waba', wabaErrorCodes, ['waba']],
		['rcs', rcsErrorCodes, ['rcs']],
	] as const
).flatMap(([api, codes, interfaces]) =>
	(['nodes', 'simulator'] as const).flatMap((side) => {
		const replies = exchangeCases(...interfaces)
			.filter(({ sides }) => sides.includes(side))
			.flatMap(({ exchanges }) => exchanges.map(({ reply }) => reply));
		return Object.keys(codes)
			.filter((code) => code !== 'other' && !(`${api} ${side} ${code}` in untested))
			.map((code) => [api, code, side, replies] as const);
	}),
);

it('names tests that exist for codes without a fixture', () => {
	const files = Object.values(untested).filter((reason) => reason.endsWith('.ts'));
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
	expect(files.length).toBeGreaterThan(0);
});

it.each(rows)('%s: %s is in a fixture of the %s', (_api, code, _side, replies) => {
	const codes = replies.map(({ status, body = '' }) => /^ERR\w+(?: \d+)?/.exec(body)?.[0] ?? String(status));
	expect(codes).toContain(code);
});
