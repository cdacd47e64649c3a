/** The part of Node.js's SQLite that is used here; it is newer than the Node.js whose types the repository has. */
declare module 'node:sqlite' {
	export class DatabaseSync {
		constructor(file: string);
		exec(sql: string): void;
		prepare(sql: string): { run(...values: Array<string | number>): unknown };
		close(): void;
	}
}
