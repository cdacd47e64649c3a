/**
 * Lets n8n's own Wait node run under jest: it loads what forms need of it, and jest cannot read a part of that. Import
 * this for its effect.
 */
import { createRequire } from 'node:module';
import { requireAsN8n } from '../support/internals';

const nodesBase = createRequire(requireAsN8n().resolve('n8n-nodes-base/package.json'));
jest.doMock(nodesBase.resolve('sanitize-html'), () => ({}));
