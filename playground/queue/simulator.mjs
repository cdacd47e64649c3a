import simulator from '../../simulator/dist/index.js';
import { forward } from './forward.mjs';

/**
 * The simulator for other containers: its service answers to the name that it has in compose.yaml, the control API to loopback
 * names only, as from a browser here.
 *
 *   node playground/queue/simulator.mjs PORT [ADDRESS]   # every address unless given
 */
const [, , port = '4010', host] = process.argv;
const { url, close } = await simulator.startSimulator({
	port: 0,
	key: 'demo',
	speed: 10,
	allowedHosts: ['simulator'],
});
const outside = await forward({ port: Number(port), host }, Number(new URL(url).port));
process.stdout.write(`SMSBOX simulator running on port ${outside.address().port}.\n`);

for (const signal of ['SIGINT', 'SIGTERM'])
	process.once(signal, () => {
		outside.close();
		void close().then(() => process.exit(0));
	});
