import { connect, createServer } from 'node:net';
import simulator from '../../simulator/dist/index.js';

/**
 * The simulator for other containers. It listens on loopback only, so what comes in at PORT is handed on; its service
 * answers to the name that it has in compose.yaml, the control API to loopback names only, as from a browser here.
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
const inside = Number(new URL(url).port);

const outside = createServer((caller) => {
	const callee = connect(inside, '127.0.0.1');
	const cut = () => {
		caller.destroy();
		callee.destroy();
	};
	caller.once('error', cut);
	callee.once('error', cut);
	caller.pipe(callee).pipe(caller);
});
outside.listen({ port: Number(port), host }, () => {
	process.stdout.write(`SMSBOX simulator running on port ${outside.address().port}.\n`);
});

for (const signal of ['SIGINT', 'SIGTERM'])
	process.once(signal, () => {
		outside.close();
		void close().then(() => process.exit(0));
	});
