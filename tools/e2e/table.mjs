/**
 * The rows as text: one heading a section, in the order in which sections began, values under each other.
 * @param {ReadonlyArray<{ section: string, name: string, value: string | number, note?: string }>} rows
 */
export function tableOf(rows) {
	const sections = [...new Set(rows.map(({ section }) => section))];
	const nameWidth = Math.max(...rows.map(({ name }) => name.length));
	const valueWidth = Math.max(...rows.map(({ value }) => String(value).length));
	const line = ({ name, value, note }) => {
		const cell = typeof value === 'number' ? String(value).padStart(valueWidth) : value.padEnd(valueWidth);
		return `  ${name.padEnd(nameWidth)}  ${cell}${note ? `  ${note}` : ''}`.trimEnd();
	};
	return sections
		.map((heading) => [heading, ...rows.filter(({ section }) => section === heading).map(line)].join('\n'))
		.join('\n\n');
}
