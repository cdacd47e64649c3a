import { DatabaseSync } from 'node:sqlite';
import { argv } from 'node:process';

/**
 * Enters a package and its nodes into n8n's list of installed community packages, so that Settings > Community nodes
 * shows it. n8n writes that list only when it installs from the public registry itself. Run with the pinned Node.js:
 * node listPackage.js DATABASE NAME VERSION NODE_TYPE@VERSION…
 */
const [, , database = '', name = '', version = '', ...nodeTypes] = argv;

const db = new DatabaseSync(database);
// n8n has the same database open.
db.exec('PRAGMA busy_timeout = 5000');
db.exec('BEGIN IMMEDIATE');
db.prepare('DELETE FROM installed_nodes WHERE package = ?').run(name);
db.prepare(
	`INSERT INTO installed_packages (packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt)
	 VALUES (?, ?, '', '', datetime('now'), datetime('now'))
	 ON CONFLICT (packageName) DO UPDATE SET installedVersion = excluded.installedVersion`,
).run(name, version);
const insertNode = db.prepare(
	'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
);
for (const nodeType of nodeTypes) {
	const [type = '', nodeVersion = '1'] = nodeType.split('@');
	insertNode.run(type.slice(type.indexOf('.') + 1), type, Number(nodeVersion), name);
}
db.exec('COMMIT');
db.close();
