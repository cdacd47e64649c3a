/** A request over https leaves when the handshake is over: before that, nothing was sent. */
import { createServer } from 'node:net';
import { listen } from '../../support/httpServer';
import { inLists } from '../../support/inLists';
import { clearProcessedData } from '../../support/processedData';
import { outputOf, sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { smsboxAccess } from '../../support/smsbox';

const server = serviceForEachTest();
beforeEach(clearProcessedData);

const secure = (url: string): string => url.replace('http://', 'https://');
const noConnection = 'Not sent: no secure connection could be made';

it('a message over https to a server without it leaves its deduplication key free', async () => {
	const parameters = { ...sendParameters, ...inLists({ deduplicationKey: 'A-1001' }) };
	const failed = await server.run({ parameters, ...smsboxAccess(secure(server.url)) });
	expect(failed.error?.message).toBe(noConnection);
	expect(server.requests).toHaveLength(0);
	const corrected = await server.run({ parameters, ...smsboxAccess(server.url) });
	expect(outputOf(corrected)).toEqual([expect.objectContaining({ accepted: true })]);
});

it('a handshake that is cut carried no message', async () => {
	const cutting = createServer((socket) => void socket.once('data', () => socket.destroy()));
	const url = secure(await listen(cutting));
	const result = await server.run({ parameters: sendParameters, ...smsboxAccess(url) });
	cutting.close();
	expect(result.error?.message).toBe(noConnection);
});
