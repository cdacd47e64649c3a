import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { MadeUpPackage } from './madeUpPackage';

const made = new MadeUpPackage();
afterEach(() => made.remove());

const sources = {
	'nodes/send.ts': "import { read } from './read';\nread();\n",
	'nodes/read.ts': "export { parse as read } from '../protocol';\n",
	'protocol/index.ts': 'export const parse = (): void => {};\n',
	'test/alone.ts': "import './missing';\n",
};
const all = Object.keys(sources);

/** Which files are linted again after which change. */
const changes: { change: string; file: string; content: string; again: string[] }[] = [
	{ change: 'a file itself', file: 'nodes/send.ts', content: 'export {};\n', again: ['nodes/send.ts'] },
	{
		change: 'a file that others import, directly or not',
		file: 'protocol/index.ts',
		content: 'export const parse = async (): Promise<void> => {};\n',
		again: ['nodes/send.ts', 'nodes/read.ts', 'protocol/index.ts'],
	},
	{ change: 'an import that was missing', file: 'test/missing.ts', content: '', again: ['test/alone.ts'] },
	{ change: 'the rules', file: 'tools/lint/eslint.config.mjs', content: 'export default [];\n', again: all },
	{ change: "the repository's own rules", file: 'tools/lint/boundaries.mjs', content: '', again: all },
	{ change: 'the installed packages', file: 'pnpm-lock.yaml', content: 'packages:\n', again: all },
	{ change: 'the compiler options', file: 'tsconfig.base.json', content: '{}', again: all },
	{ change: 'what the package declares', file: 'package.json', content: '{}', again: all },
	{ change: 'an icon', file: 'nodes/send.svg', content: '<svg/>', again: all },
	{ change: 'a global declaration', file: 'test/names.d.ts', content: 'declare global {}\n', again: all },
];

it('lints a file without findings again when anything changes that it depends on', () => {
	made.write('tsconfig.test.json', '{ "compilerOptions": { "module": "node16", "strict": true } }');
	made.write('package.json', '{ "name": "made-up" }');
	for (const [file, content] of Object.entries(sources)) made.write(file, content);
	const output = execFileSync(process.execPath, [path.join(__dirname, 'lintKeys.mjs'), made.folder], {
		input: JSON.stringify(changes),
		encoding: 'utf8',
	});
	const [before = {}, ...after] = z.array(z.record(z.string())).parse(JSON.parse(output));
	expect(Object.keys(before).sort()).toEqual([...all].sort());
	const again = after.map((keys) => all.filter((file) => keys[file] !== before[file]));
	const expected = [...changes, { change: 'nothing', again: [] }];
	expect(again.map((files, index) => [expected[index]?.change, files])).toEqual(
		expected.map((each) => [each.change, each.again]),
	);
});
