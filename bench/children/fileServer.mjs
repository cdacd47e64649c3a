/** Serves a file as the service does, in JSON, on a free port. Prints its address. */
import { createServer } from 'node:http';

const size = Number(process.argv[2]);
const raw = Buffer.alloc(size, 'SMSBOX é € 🙂').toString('base64');
const data = { mime_type: 'image/jpeg', file_size: String(size), raw };
const response = { response_code: '200', response_desc: 'Request successfully processed.' };
const answer = Buffer.from(JSON.stringify({ response, data }));

const server = createServer((_, reply) => {
	reply.writeHead(200, { 'content-type': 'application/json' }).end(answer);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
