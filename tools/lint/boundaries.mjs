/**
 * Who may import whom, as a table: one row a folder, each ready to be spread into an ESLint configuration.
 *
 * `nodes → protocol`, never back. `simulator` shares no code with either, so that one mistake cannot hide in
 * both. Imports are told apart by how they are written: a relative import that leaves its top folder begins with
 * `../` steps followed by the other folder's name, which the detour rule below keeps true.
 */

/** `./../nodes/x` or `../protocol/../nodes/x`: would slip past the rows, and reads badly. */
const detour = {
	regex: '^\\./\\.\\.(/|$)|[^./][^/]*/\\.\\.(/|$)|//',
	message: 'Use "../" only at the start of a relative import.',
};

const folders = (names, message) => ({ regex: `^(\\.\\./)+(${names.join('|')})(/|$)`, message });
const onlyPackages = (allowed, message) => ({ regex: `^(?!\\.{1,2}(/|$)|(${allowed.join('|')})$)`, message });

/** Imports that `no-restricted-imports` does not see: `import('x')`, `import('x').Type`. */
const hiddenImports = [
	{
		selector: 'ImportExpression',
		message: 'Import at the top of the file, where the folder rules apply.',
	},
	{
		selector: 'TSImportType',
		message: 'Use "import type" at the top of the file, where the folder rules apply.',
	},
];

/** A pure layer is given the time and randomness that it needs. */
const impure = [
	{
		selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
		message: 'protocol/ is pure: take the time as a parameter.',
	},
	{
		selector: "NewExpression[callee.name='Date'][arguments.length=0]",
		message: 'protocol/ is pure: take the time as a parameter.',
	},
	{
		selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
		message: 'protocol/ is pure: take randomness as a parameter.',
	},
];

const rows = [
	{
		files: ['protocol/**/*.ts'],
		patterns: [
			onlyPackages(
				['node:crypto'],
				'protocol/ is independent of n8n and I/O: import only itself and node:crypto.',
			),
			folders(
				['nodes', 'credentials', 'simulator', 'playground', 'test', 'examples', 'bench', 'tools', 'dist'],
				'protocol/ imports nothing from another folder.',
			),
		],
		syntax: impure,
	},
	{
		files: ['nodes/**/*.ts'],
		patterns: [
			onlyPackages(
				['n8n-workflow', 'node:crypto'],
				'The nodes have no runtime dependency: n8n-workflow and node:crypto only.',
			),
			folders(
				['credentials', 'simulator', 'playground', 'test', 'examples', 'bench', 'tools', 'dist'],
				'nodes/ imports nodes/engine and protocol/ only.',
			),
			{
				regex: '^(\\.\\./)+Smsbox[^/]*(/|$)',
				message: 'A node does not import another node. Put shared code in nodes/engine or protocol/.',
			},
		],
	},
	{
		files: ['credentials/**/*.ts'],
		patterns: [
			onlyPackages(['n8n-workflow'], 'The credential has no runtime dependency: n8n-workflow only.'),
			folders(
				['nodes', 'simulator', 'playground', 'test', 'examples', 'bench', 'tools', 'dist'],
				'credentials/ imports protocol/ at most.',
			),
		],
	},
	{
		files: ['simulator/src/**/*.ts'],
		patterns: [
			folders(
				['nodes', 'protocol', 'credentials', 'playground', 'test', 'examples', 'bench', 'tools', 'dist'],
				'The simulator shares no code with the nodes, only the contract fixtures in test/wire.',
			),
			{
				regex: '^(n8n|@n8n/|smsbox-playground$)',
				message: 'The simulator is independent of n8n, like the service.',
			},
		],
	},
	{
		files: ['playground/src/**/*.ts'],
		patterns: [
			folders(
				['nodes', 'protocol', 'credentials', 'simulator', 'test', 'examples', 'bench', 'tools', 'dist'],
				'The playground runs the built packages; it imports the simulator as "smsbox-simulator".',
			),
		],
	},
];

/** ESLint configuration objects, one a row. */
export const boundaries = rows.map(({ files, patterns, syntax = [] }) => ({
	name: `smsbox/imports of ${files[0]}`,
	files,
	rules: {
		'no-restricted-imports': ['error', { patterns: [detour, ...patterns] }],
		'no-restricted-syntax': ['error', ...hiddenImports, ...syntax],
	},
}));
