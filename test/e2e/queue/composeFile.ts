/** What stands in a YAML file, every scalar as its text. */
export type Yaml = string | Yaml[] | { [key: string]: Yaml };

interface Line {
	indent: number;
	text: string;
}

function linesOf(source: string): Line[] {
	return source
		.split('\n')
		.map((line) => ({ indent: line.search(/\S/), text: line.trim() }))
		.filter(({ text }) => text !== '' && !text.startsWith('#'));
}

function scalar(text: string): string {
	const [, quoted] = /^'(.*)'$/.exec(text) ?? [];
	return quoted ?? text;
}

/** The block whose first line is the next one, and which ends where a line stands further to the left. */
function readBlock(lines: Line[]): Yaml {
	const indent = lines[0]?.indent ?? 0;
	const list: Yaml[] = [];
	const map: Record<string, Yaml> = {};
	for (let line = lines[0]; line?.indent === indent; line = lines[0]) {
		lines.shift();
		const { text } = line;
		if (text.startsWith('- ')) {
			list.push(scalar(text.slice(2)));
			continue;
		}
		const [, key = '', value = ''] = /^([\w-]+):(?: (.*))?$/.exec(text) ?? [];
		if (key === '') throw new Error(`Not of the YAML that is read here: ${text}`);
		const isBlock = value === '' && (lines[0]?.indent ?? 0) > indent;
		map[key] = isBlock ? readBlock(lines) : scalar(value);
	}
	return list.length > 0 ? list : map;
}

/**
 * Reads the YAML of `playground/queue/compose.yaml`: blocks of maps and lists of plain or single-quoted scalars,
 * comments on lines of their own. Whatever else YAML has is an error.
 */
export function readYaml(source: string): Yaml {
	const lines = linesOf(source);
	const read = readBlock(lines);
	const [rest] = lines;
	if (rest !== undefined) throw new Error(`Not of the YAML that is read here: ${rest.text}`);
	return read;
}

/** The settings of a file of `NAME=value` lines. */
export function readEnvFile(source: string): Record<string, string> {
	const pairs = linesOf(source).map(({ text }): [string, string] => {
		const [name = '', ...value] = text.split('=');
		return [name, value.join('=')];
	});
	return Object.fromEntries(pairs);
}
