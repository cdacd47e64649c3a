/** The nodes and the credential as they are built, and the repository they are in. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
export const require = createRequire(import.meta.url);

/** `dist/nodes/SmsboxSms/SmsboxSms.node.js` exports the class `SmsboxSms`. */
function instanceOf(file) {
	const Class = require(path.join(root, file))[path.basename(file).split('.')[0]];
	return new Class();
}

const { n8n } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

export const descriptions = n8n.nodes.map((file) => instanceOf(file).description);
export const credentials = n8n.credentials.map(instanceOf);
