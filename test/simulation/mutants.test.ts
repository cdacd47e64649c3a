import { join } from 'node:path';
import { mutants, sourceOf } from './mutants';

const root = join(__dirname, '../..');

it.each(mutants)('$bug: its edit fits the engine', (mutant) => {
	expect(sourceOf(mutant, root)).toContain(mutant.replacement);
});

it.each(['no engine has this', 'const '])(
	'rejects an edit of “%s”, which is not in the file once',
	(search) => {
		const mutant = { bug: 'A bug', file: 'nodes/engine/sending/sendLog.ts', search, replacement: '' };
		expect(() => sourceOf(mutant, root)).toThrow('exactly once');
	},
);
