/** The built package has its output schemas where n8n's own code looks for them. */
import path from 'node:path';
import { loadOutputSchema } from 'n8n-core';
import { root } from '../support/repository';
import { described, readSchemaFile, versionFolder } from '../schemas/files';

const built = path.join(root, 'dist/nodes');

it.each(described)('n8n finds the schema of $title', (one) => {
	const [className = ''] = one.file.split('/');
	const found = loadOutputSchema({
		nodeDir: path.join(built, className),
		version: one.version,
		...(one.operation && { resource: one.operation.resource, operation: one.operation.operation }),
	});
	expect({ ifNot: 'npm run build', found }).toEqual({
		ifNot: 'npm run build',
		found: JSON.parse(readSchemaFile(one)),
	});
});

it.each([
	[1, 'v1.0.0'],
	[1.1, 'v1.1.0'],
	[2, 'v2.0.0'],
])('version %d has its schemas in %s', (version, folder) => expect(versionFolder(version)).toBe(folder));
