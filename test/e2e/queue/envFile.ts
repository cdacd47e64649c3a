/** The settings of a file of `NAME=value` lines; comments and empty lines are left out. */
export function readEnvFile(source: string): Record<string, string> {
	const lines = source
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '' && !line.startsWith('#'));
	const pairs = lines.map((line): [string, string] => {
		const [name = '', ...value] = line.split('=');
		return [name, value.join('=')];
	});
	return Object.fromEntries(pairs);
}
