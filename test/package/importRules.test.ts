import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';

/** The code in a file, and the rule that must report it; none for what is allowed. */
type Case = readonly [file: string, code: string, rule?: string | undefined];

const imports = 'no-restricted-imports';
const syntax = 'no-restricted-syntax';
const protocolFile = 'protocol/sms/somewhere.ts';
const nodeFile = 'nodes/SmsboxSms/resources/message/somewhere.operation.ts';
const engineFile = 'nodes/engine/somewhere.ts';
const credentialFile = 'credentials/Somewhere.credentials.ts';
const simulatorFile = 'simulator/src/sms/somewhere.ts';
const playgroundFile = 'playground/src/somewhere.ts';

const importing = (file: string, specifier: string, rule?: string): Case => [
	file,
	`import { something } from '${specifier}';\nexport const other = something;\n`,
	rule,
];

const cases: Record<string, Case[]> = {
	'protocol/ may import itself and node:crypto': [
		importing(protocolFile, './neighbor'),
		importing(protocolFile, '../exchange'),
		importing(protocolFile, 'node:crypto'),
	],
	'protocol/ may not import n8n, I/O or another folder': [
		...['n8n-workflow', 'node:fs', 'fs', 'node:http', 'node:net', 'node:child_process', 'lodash'].map(
			(name) => importing(protocolFile, name, imports),
		),
		...['nodes/engine/transport', 'simulator/src', 'credentials/x', 'playground/src/x', 'test/support/x'].map(
			(name) => importing(protocolFile, `../../${name}`, imports),
		),
	],
	'nodes/ may import n8n-workflow, node:crypto, the engine and protocol/': [
		importing(nodeFile, 'n8n-workflow'),
		importing(nodeFile, 'node:crypto'),
		importing(nodeFile, '../../../engine'),
		importing(nodeFile, '../../../../protocol/sms/send'),
		importing(nodeFile, './fields'),
		importing(engineFile, '../../protocol/exchange'),
	],
	'nodes/ may not import a dependency, I/O or another folder': [
		...['axios', 'lodash', 'zod', 'n8n-core', 'node:fs', 'node:timers', 'smsbox-simulator'].map((name) =>
			importing(nodeFile, name, imports),
		),
		...['simulator/src', 'playground/src/x', 'test/support/x', 'credentials/x', 'dist/protocol/x'].map(
			(name) => importing(nodeFile, `../../../../${name}`, imports),
		),
	],
	'a node may not import another node, nor the engine a node': [
		importing(nodeFile, '../../../SmsboxAccount/resources', imports),
		importing('nodes/SmsboxSms/SmsboxSms.node.ts', '../SmsboxWaba/x', imports),
		importing(engineFile, '../SmsboxSms/resources', imports),
	],
	'credentials/ may import n8n-workflow and protocol/ only': [
		importing(credentialFile, 'n8n-workflow'),
		importing(credentialFile, '../protocol/exchange'),
		importing(credentialFile, '../nodes/engine/transport', imports),
		importing(credentialFile, '../simulator/src', imports),
		importing(credentialFile, 'node:fs', imports),
	],
	'simulator/ may import its own dependencies, but nothing that it tests': [
		importing(simulatorFile, 'fastify'),
		importing(simulatorFile, 'node:http'),
		importing(simulatorFile, '../clock'),
		...['nodes/engine/x', 'protocol/text', 'credentials/x', 'test/support/x', 'playground/src/x'].map(
			(name) => importing(simulatorFile, `../../../${name}`, imports),
		),
		importing(simulatorFile, '../../../dist/protocol/text', imports),
		importing(simulatorFile, 'n8n-workflow', imports),
		importing(simulatorFile, 'n8n-nodes-smsbox', imports),
	],
	'playground/ may import the simulator as a package only': [
		importing(playgroundFile, 'smsbox-simulator'),
		importing(playgroundFile, '../../simulator/src', imports),
		importing(playgroundFile, '../../protocol/exchange', imports),
		importing(playgroundFile, '../../nodes/engine/x', imports),
		importing(playgroundFile, '../../dist/nodes/engine/x', imports),
	],
	'an import of a type, a re-export and a detour are imports too': [
		[protocolFile, "import type { X } from 'n8n-workflow';\nexport type Y = X;\n", imports],
		[protocolFile, "export * from '../../nodes/engine/x';\n", imports],
		[protocolFile, "export { x } from 'node:fs';\n", imports],
		importing(protocolFile, './../../nodes/engine/x', imports),
		importing(protocolFile, '../sms/../../nodes/engine/x', imports),
	],
	'an import that the rule cannot see is forbidden in itself': [
		[protocolFile, "export const x = () => import('node:fs');\n", syntax],
		[nodeFile, "export type X = import('axios').Axios;\n", syntax],
		[simulatorFile, "export const x = () => import('../../../protocol/x');\n", syntax],
		[nodeFile, "export const x: unknown = require('node:fs');\n", '@typescript-eslint/no-require-imports'],
	],
	'protocol/ is given the time and randomness': [
		[protocolFile, 'export const now = (): number => Date.now();\n', syntax],
		[protocolFile, 'export const now = (): Date => new Date();\n', syntax],
		[protocolFile, 'export const any = (): number => Math.random();\n', syntax],
		[protocolFile, 'export const at = (ms: number): Date => new Date(ms);\n'],
	],
	'nodes/ and protocol/ have no globals that do I/O': [
		[protocolFile, "export const x = () => fetch('');\n", 'no-restricted-globals'],
		[nodeFile, "console.log('');\nexport {};\n", 'no-console'],
		...[nodeFile, protocolFile, credentialFile].map((file): Case => [
			file,
			'export const x: unknown = process.env;\n',
			'@n8n/community-nodes/no-restricted-globals',
		]),
	],
	"n8n's two plugins look at the nodes, the credential and package.json": [
		[
			nodeFile,
			"export const fields = [{ displayName: 'Fast', name: 'fast', type: 'boolean', default: false, description: 'Be fast' }];\n",
			'n8n-nodes-base/node-param-description-boolean-without-whether',
		],
		[
			'credentials/SomewhereApi.credentials.ts',
			"import type { ICredentialType } from 'n8n-workflow';\nexport class SomewhereApi implements ICredentialType {\n\tname = 'somewhere';\n}\n",
			'n8n-nodes-base/cred-class-field-name-unsuffixed',
		],
		[
			'nodes/SmsboxSms/SmsboxSms.node.ts',
			"import type { INodeType } from 'n8n-workflow';\nexport class SmsboxSms implements INodeType {\n\tdescription = { displayName: 'X', inputs: ['main'] };\n}\n",
			'@n8n/community-nodes/node-connection-type-literal',
		],
		[
			'package.json',
			'{ "name": "n8n-nodes-x", "dependencies": { "lodash": "4.17.21" } }',
			'@n8n/community-nodes/no-runtime-dependencies',
		],
		[
			'package.json',
			'{ "name": "n8n-nodes-x", "license": "GPL-3.0" }',
			'n8n-nodes-base/community-package-json-license-not-default',
		],
	],
	'any, casts, non-null assertions and silenced rules are errors': [
		[nodeFile, 'export type X = any;\n', '@typescript-eslint/no-explicit-any'],
		[
			'test/somewhere.test.ts',
			'export const x = (y: unknown): string => y as string;\n',
			'@typescript-eslint/consistent-type-assertions',
		],
		[
			protocolFile,
			'export const x = (y?: string): string => y!;\n',
			'@typescript-eslint/no-non-null-assertion',
		],
		[protocolFile, '// @ts-ignore: because\nexport const x = 1;\n', '@typescript-eslint/ban-ts-comment'],
		[
			nodeFile,
			'// eslint-disable-next-line @typescript-eslint/no-explicit-any\nexport type X = any;\n',
			'@typescript-eslint/no-explicit-any',
		],
	],
};

function lint(texts: readonly Case[]): string[][] {
	const output = execFileSync(process.execPath, [path.join(__dirname, 'lintTexts.mjs')], {
		encoding: 'utf8',
		// One of n8n's plugins has rules that behave differently under jest's NODE_ENV=test.
		env: { ...process.env, NODE_ENV: 'development' },
		input: JSON.stringify(texts.map(([file, code]) => ({ file, code }))),
	});
	return z.array(z.array(z.string())).parse(JSON.parse(output));
}

/** Of all the findings, those that this file is about; a made-up text may break rules of taste as well. */
const ruleIds = new Set(
	Object.values(cases)
		.flat()
		.flatMap(([, , rule]) => rule ?? []),
);

describe('the lint rules', () => {
	const texts = Object.values(cases).flat();
	let reports: Map<Case, string[]>;

	beforeAll(() => {
		const found = lint(texts);
		reports = new Map(texts.map((text, index) => [text, found[index] ?? []]));
	});

	it.each(Object.entries(cases))('%s', (_, group) => {
		const found = group.map((text) => {
			const [file, code] = text;
			return [file, code, (reports.get(text) ?? []).filter((id) => ruleIds.has(id))];
		});
		const expected = group.map(([file, code, rule]) => [file, code, rule === undefined ? [] : [rule]]);
		expect(found).toEqual(expected);
	});
});
