/**
 * Brings the bodies in `simulator/openapi.json` up to date with the schemas that check them
 * (`simulator/src/control/schemas.ts`). Needs a build of the simulator.
 *
 * `npm run update:openapi`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

const root = path.resolve(import.meta.dirname, '../..');
const file = path.join(root, 'simulator/openapi.json');
const { withBodies } = createRequire(import.meta.url)(path.join(root, 'simulator/dist/control/describe.js'));

const described = JSON.stringify(withBodies(JSON.parse(readFileSync(file, 'utf8'))));
writeFileSync(file, await format(described, { ...(await resolveConfig(file)), filepath: file }));
