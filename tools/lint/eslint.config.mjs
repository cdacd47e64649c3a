/**
 * What `npm run lint` reads, for the whole repository. The file of this name in the root is n8n's own, word for word:
 * n8n's gate asks for that (tools/gates.mjs).
 */
import path from 'node:path';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { boundaries } from './boundaries.mjs';

const typescript = '**/*.ts';
const javascript = ['**/*.js', '**/*.mjs'];
/** What n8n's own scan looks at; `node tools/scan.mjs` runs that scan itself. */
const published = ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'];

/** Rules that need no types, for all code of the repository. */
const everywhere = {
	eqeqeq: 'error',
	'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
	'no-constructor-return': 'error',
	'no-else-return': ['error', { allowElseIf: false }],
	'no-eval': 'error',
	'no-new-func': 'error',
	'no-param-reassign': 'error',
	'no-promise-executor-return': 'error',
	'no-self-compare': 'error',
	'no-unreachable-loop': 'error',
	'no-useless-rename': 'error',
	'object-shorthand': 'error',
	'prefer-template': 'error',
};

/**
 * Words that say nothing of what a name holds. One that can be right in its place, such as `first` or `rest`, is not in here, nor
 * is one that n8n's database or the wire has.
 */
const emptyNames = [
	...[
		'alike',
		'all',
		'answered',
		'asked',
		'begun',
		'beside',
		'carriedOut',
		'decide',
		'each',
		'found',
		'given',
	],
	...['gone', 'good', 'kept', 'known', 'least', 'missing', 'most', 'nothing', 'one', 'others'],
	...['own', 'put', 'said', 'says', 'share', 'shown', 'some', 'told', 'trouble', 'wanted'],
	...['way', 'ways', 'wayTo', 'whole'],
];

/** Of what a browser offers, what the simulator's page uses: no compiler looks for a misspelled name there. */
const browserNames = [
	'EventSource',
	'FileReader',
	'MutationObserver',
	'ResizeObserver',
	'URL',
	'URLSearchParams',
	'addEventListener',
	'btoa',
	'confirm',
	'document',
	'fetch',
	'getComputedStyle',
	'history',
	'localStorage',
	'location',
	'matchMedia',
	'navigator',
	'performance',
	'requestAnimationFrame',
	'setInterval',
	'setTimeout',
];

export default defineConfig(
	{
		name: 'smsbox/not ours',
		ignores: ['**/dist/**', '**/node_modules/**', '**/coverage/**', 'playground/.data/**', '.stryker-tmp/**'],
	},
	{
		// n8n's scan ignores inline configuration, so nothing here may depend on it.
		name: 'smsbox/no way round a rule',
		linterOptions: { noInlineConfig: true },
	},
	{
		name: 'smsbox/typescript',
		files: [typescript],
		extends: [tseslint.configs.strictTypeChecked],
		languageOptions: {
			parserOptions: {
				project: './tsconfig.test.json',
				tsconfigRootDir: path.resolve(import.meta.dirname, '../..'),
			},
		},
		rules: {
			...everywhere,
			'@typescript-eslint/ban-ts-comment': [
				'error',
				{ 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true },
			],
			'@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/explicit-module-boundary-types': 'error',
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
			'@typescript-eslint/no-explicit-any': 'error',
			// By code point is how the length of an SMS and its characters are counted.
			'@typescript-eslint/no-misused-spread': 'off',
			'@typescript-eslint/no-shadow': 'error',
			// n8n's interfaces ask for async functions where there is nothing to wait for.
			'@typescript-eslint/require-await': 'off',
			'@typescript-eslint/restrict-template-expressions': [
				'error',
				{ allowNumber: true, allowBoolean: true },
			],
		},
	},
	{
		name: 'smsbox/javascript of the tools',
		files: javascript,
		extends: [tseslint.configs.recommended],
		rules: { ...everywhere },
	},
	{
		name: 'smsbox/commonjs',
		files: ['**/*.js'],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		name: 'smsbox/page of the simulator',
		files: ['simulator/page/**/*.js'],
		languageOptions: { globals: Object.fromEntries(browserNames.map((name) => [name, 'readonly'])) },
		rules: { 'no-undef': 'error' },
	},
	{
		name: 'smsbox/tests',
		files: ['test/**/*.ts'],
		rules: {
			// A list of cases is one thought however long it is.
			'max-lines': ['error', { max: 600, skipBlankLines: true, skipComments: true }],
			// expect(object.method) is how jest is written.
			'@typescript-eslint/unbound-method': 'off',
			'@typescript-eslint/explicit-module-boundary-types': 'off',
			// jest's matchers (expect.stringContaining …) are typed any; using an any is still an error.
			'@typescript-eslint/no-unsafe-assignment': 'off',
		},
	},
	...boundaries,
	{
		name: 'smsbox/names',
		files: ['nodes/**/*.ts', 'protocol/**/*.ts', 'credentials/**/*.ts'],
		rules: { 'id-denylist': ['error', ...emptyNames] },
	},
	{
		name: 'smsbox/quiet',
		files: ['nodes/**/*.ts', 'protocol/**/*.ts', 'credentials/**/*.ts'],
		plugins: n8nCommunityNodesPlugin.configs.recommended.plugins,
		rules: {
			'no-console': 'error',
			'no-restricted-globals': [
				'error',
				...['fetch', 'WebSocket', 'XMLHttpRequest', 'EventSource', 'navigator'].map((name) => ({
					name,
					message: 'The one way out is the transport in nodes/engine.',
				})),
			],
			'@n8n/community-nodes/no-restricted-globals': 'error',
		},
	},
	{ ...n8nCommunityNodesPlugin.configs.recommended, name: 'n8n/community nodes', files: published },
	{
		name: 'n8n/package.json',
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser },
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: { ...n8nNodesBase.configs.community.rules },
	},
	{
		name: 'n8n/credentials',
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// As in n8n's scan: the first is for n8n's own repository, the second is done better by its other plugin.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		name: 'n8n/nodes',
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// As in n8n's scan: inputs and outputs are constants, and a service may have a real maximum.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
