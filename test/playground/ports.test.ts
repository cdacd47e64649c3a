import { freePorts } from '../../playground/src/support/ports';

it('gives no port twice, though nobody uses those it gave', async () => {
	const given: number[] = [];
	for (let call = 0; call < 600; call++) given.push((await freePorts({ port: 0 })).port);
	expect(new Set(given).size).toBe(given.length);
});

it('gives a preferred port again', async () => {
	const { port } = await freePorts({ port: 0 });
	expect(await freePorts({ port })).toEqual({ port });
});
