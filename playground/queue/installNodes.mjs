import { join, resolve } from 'node:path';
import nodesPackage from '../dist/n8n/nodesPackage.js';

/**
 * Installs the built nodes as n8n installs a community package.
 *
 *   node playground/queue/installNodes.mjs FOLDER   # into FOLDER/.n8n/nodes
 */
const repository = join(import.meta.dirname, '..', '..');
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('usage: node installNodes.mjs FOLDER');
const { name, version } = nodesPackage.installNodes(repository, { n8n: resolve(folder) });
process.stdout.write(`${name} ${version} is installed.\n`);
