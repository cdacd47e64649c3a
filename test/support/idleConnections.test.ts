import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from './eventually';
import { closeServer, listen } from './httpServer';

/** Collects what nothing refers to any more. */
function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc()');
}

it('a timer that outlives its idle connection makes no later test fail', async () => {
	const server = createServer({ keepAliveTimeout: 3000 }, (_request, response) => response.end('ok'));
	const url = await listen(server);
	await (await fetch(url, { method: 'POST', body: 'x' })).text();
	await pause(100);

	const clearing = jest.spyOn(globalThis, 'clearTimeout').mockReturnValue();
	await closeServer(server);
	await eventually(() => {
		expect(clearing).toHaveBeenCalled();
	});
	clearing.mockRestore();

	collectGarbage();
	await expect(pause(2500)).resolves.toBeUndefined();
});
