/**
 * Lints texts as if they stood in the given files, by the repository's configuration: `[{ file, code }]` on standard
 * input, `[[ruleId, …], …]` on standard output. A process of its own, because jest cannot load ESLint's
 * configuration (an ES module). Rules that need types are off: the files do not exist.
 */
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const root = path.resolve(import.meta.dirname, '../..');
const eslint = new ESLint({
	cwd: root,
	overrideConfigFile: path.join(root, 'tools/lint/eslint.config.mjs'),
	overrideConfig: [tseslint.configs.disableTypeChecked],
});

const reports = [];
for (const { file, code } of await json(process.stdin)) {
	const filePath = path.join(root, file);
	if (await eslint.isPathIgnored(filePath)) throw new Error(`${file} is ignored by the configuration`);
	const results = await eslint.lintText(code, { filePath });
	const messages = results.flatMap((result) => result.messages);
	const unread = messages.find(({ fatal }) => fatal === true);
	if (unread) throw new Error(`${file} could not be read: ${unread.message}`);
	reports.push(messages.flatMap(({ ruleId }) => ruleId ?? []));
}
process.stdout.write(JSON.stringify(reports));
