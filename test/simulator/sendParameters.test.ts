/** The parameters of a send, as both sides and their description have them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitsOf } from '../../protocol/schema/entries';
import { smsNumbers } from '../../protocol/sms/options';
import { SEND_FIELDS } from '../../simulator/src/sms/sendParameters';
import { exchangeCases } from '../support/contractFixtures';
import { list, send } from './support';

/** The bounds of a window only go together. */
const partners: Readonly<Record<string, string>> = {
	day_min: 'day_max',
	day_max: 'day_min',
	hour_min: 'hour_max',
	hour_max: 'hour_min',
};

const ranges = Object.entries(smsNumbers).map(([wire, entry]) => {
	const { min, max } = limitsOf(entry, entry.name ?? '');
	return [wire, min, max] as const;
});

it.each(ranges)('%s is taken from %d to %d, as the nodes send it, and no further', async (wire, min, max) => {
	const withValue = (value: number): Record<string, number> => {
		const partner = partners[wire];
		return { [wire]: value, ...(partner !== undefined && { [partner]: value }) };
	};
	for (const [index, value] of [min, max].entries()) {
		const answer = await send({ ...withValue(value), dest: `3360012345${index}` });
		expect(answer.text).toBe('OK');
	}
	for (const value of [min - 1, max + 1]) expect((await send(withValue(value))).text).toBe('ERROR 01');
	expect(await list('undeclared')).toEqual([]);
});

const sends = exchangeCases('sms').filter(
	({ operation: { resource, operation } }) => resource === 'message' && operation.startsWith('send'),
);
const formsOf = (cases: typeof sends): Readonly<Record<string, string>>[] =>
	cases.flatMap(({ exchanges }) => exchanges.map(({ request }) => request.form ?? {}));
const forms = formsOf(sends);
const shown = new Set(forms.flatMap((form) => Object.keys(form)));

it('has every parameter in a contract fixture', () => {
	expect(SEND_FIELDS.length).toBeGreaterThan(15);
	expect(SEND_FIELDS.filter((name) => !shown.has(name))).toEqual([]);
});

it('has its mode and its charset in every fixture that the nodes are checked against', () => {
	const fromNodes = formsOf(sends.filter(({ sides }) => sides.includes('nodes'))).filter(
		(form) => 'dest' in form || 'groupe' in form,
	);
	expect(fromNodes.length).toBeGreaterThan(30);
	expect(fromNodes.filter((form) => !form['mode'] || !form['charset'])).toEqual([]);
});

it('has every parameter in the description of the service', () => {
	const page = readFileSync(join(__dirname, '../../docs/contributing/service.md'), 'utf8');
	expect([...shown].filter((name) => !new RegExp(`\`${name}\\b`).test(page))).toEqual([]);
});
