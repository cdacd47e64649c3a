/** Whether a pattern in Dependabot's configuration includes a package. */
export const matchesPattern = (pattern: string, name: string): boolean =>
	pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
