import { networkFailure } from '../../../nodes/engine/http/networkFailure';

describe('a request that certainly did not reach the service is "not sent"', () => {
	it.each([
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'CERT_HAS_EXPIRED',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	])('%s', (code) => {
		const failure = networkFailure({ code }, 'send');
		expect(failure.kind).toBe('notSent');
		expect(failure.message).toMatch(/^Not sent: /);
		expect(failure.description).toContain('It is safe to retry.');
	});

	it.each(['ETIMEDOUT', 'ECONNREFUSED', 'EACCES'])('%s while connecting, as n8n wraps it', (code) => {
		const socket = Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });
		const axios = Object.assign(new Error(socket.message, { cause: socket }), { code });
		expect(networkFailure(new Error('n8n', { cause: axios }), 'send').kind).toBe('notSent');
	});
});

describe('a request that may have been read is "unknown"', () => {
	it.each([
		...['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EPIPE', 'ERR_CANCELED'],
		...['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_WRONG_VERSION_NUMBER'],
		...['EPROTO', 'SOMETHING_NEW'],
	])('%s', (code) => {
		const failure = networkFailure({ code }, 'send');
		expect(failure.kind).toBe('unknown');
		expect(failure.message).toMatch(/^May have been sent: /);
	});

	it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'])(
		'%s on a connection that stood, after the request was written',
		(code) => {
			for (const syscall of ['read', 'write']) {
				const socket = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
				expect(networkFailure(socket, 'send').kind).toBe('unknown');
				const axios = Object.assign(new Error(socket.message, { cause: socket }), { code });
				expect(networkFailure(new Error('n8n', { cause: axios }), 'send').kind).toBe('unknown');
			}
		},
	);

	it.each<[code: string, syscall: string | undefined, text: string]>([
		['ECONNRESET', 'read', 'read ECONNRESET'],
		['EPROTO', 'read', 'read EPROTO'],
		['EPROTO', 'write', 'write EPROTO'],
		[
			'ERR_SSL_WRONG_VERSION_NUMBER',
			undefined,
			'80FC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl3_record.c:354:\n',
		],
		['ECONNRESET', undefined, 'socket hang up'],
	])('%s on a secure connection that stood', (code, syscall, text) => {
		const socket = Object.assign(new Error(text), { code, syscall });
		expect(networkFailure(new Error('n8n', { cause: socket }), 'send').kind).toBe('unknown');
	});

	it.each([undefined, null, 'text', new Error('no code'), {}])('an error without a code: %p', (error) => {
		expect(networkFailure(error, 'send').kind).toBe('unknown');
	});
});

it('finds the code of the socket below the errors that wrap it', () => {
	const wrapped = new Error('outer', { cause: new Error('middle', { cause: { code: 'ECONNREFUSED' } }) });
	expect(networkFailure(wrapped, 'send').kind).toBe('notSent');
});

it('does not follow a chain of causes for ever', () => {
	const error: { cause?: unknown } = {};
	error.cause = error;
	expect(networkFailure(error, 'read').kind).toBe('unknown');
});

it('carries nothing of the error it was made from', () => {
	const error = Object.assign(new Error('App secret-key'), {
		code: 'ECONNRESET',
		config: { data: 'msg=Hello' },
	});
	const failure = networkFailure(error, 'send');
	const everything = JSON.stringify([failure, failure.message, failure.stack, failure.cause ?? null]);
	expect(everything).not.toContain('secret-key');
	expect(everything).not.toContain('Hello');
});
