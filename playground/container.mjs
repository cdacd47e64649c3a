import { networkInterfaces } from 'node:os';
import { forward } from './queue/forward.mjs';

/**
 * The playground in a container, as the repository's compose.yaml starts it. n8n and the simulator listen on loopback, so
 * the container's own addresses hand on to it what Docker passes in.
 *
 *   node playground/container.mjs [OPTIONS]   # those of npm start
 */
const addresses = Object.values(networkInterfaces()).flatMap((addressesOf) => addressesOf ?? []);
for (const { address, family, internal } of addresses)
	if (!internal && family === 'IPv4')
		for (const port of [5678, 4010]) await forward({ port, host: address }, port);

await import('./dist/start.js');
