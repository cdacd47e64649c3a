import { serveRcs, status, text, timestamp, typing, webhook } from './rcsServed';
import { closeAll } from './served';
import { isStartedBy } from './webhookServed';

afterEach(closeAll);

test.each([
	['a message', text('Hi'), true],
	['another event', typing(), true],
	['a status without one', webhook('status_update', { timestamp }), true],
	['another status', status('SENT'), false],
])('by status, %s starts the workflow: %j', async (_what, body, isStarted) => {
	const served = await serveRcs({ requestTypes: [], statuses: ['FAILED'] });
	expect(await isStartedBy(body, served)).toBe(isStarted);
});
