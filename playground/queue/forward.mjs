import { connect, createServer } from 'node:net';

/**
 * Listens at an address, and hands what comes in on to a port of loopback: servers here listen on loopback only, which
 * other containers don't reach.
 *
 * @param {import('node:net').ListenOptions} address
 * @param {number} port
 * @returns {Promise<import('node:net').Server>} once it listens
 */
export async function forward(address, port) {
	const outside = createServer((caller) => {
		const callee = connect(port, '127.0.0.1');
		const cut = () => {
			caller.destroy();
			callee.destroy();
		};
		caller.once('error', cut);
		callee.once('error', cut);
		caller.pipe(callee).pipe(caller);
	});
	await new Promise((resolve, reject) => {
		outside.once('error', reject).listen(address, resolve);
	});
	return outside;
}
