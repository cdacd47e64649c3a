/** A section's rows, values under each other. */
function linesOf(rows) {
	const nameWidth = Math.max(...rows.map(({ name }) => name.length));
	const valueWidth = Math.max(...rows.map(({ value }) => String(value).length));
	return rows.map(({ name, value, note }) => {
		const cell = typeof value === 'number' ? String(value).padStart(valueWidth) : value.padEnd(valueWidth);
		return `  ${name.padEnd(nameWidth)}  ${cell}${note ? `  ${note}` : ''}`.trimEnd();
	});
}

/**
 * The rows as text: one heading a section, in the order in which sections began.
 * @param {ReadonlyArray<{ section: string, name: string, value: string | number, note?: string }>} rows
 */
export function tableOf(rows) {
	const sections = [...new Set(rows.map(({ section }) => section))];
	return sections
		.map((heading) => [heading, ...linesOf(rows.filter(({ section }) => section === heading))].join('\n'))
		.join('\n\n');
}
