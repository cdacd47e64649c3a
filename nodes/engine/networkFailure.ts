import type { Effect } from '../../protocol/exchange';
import { Failure, unknownFailure } from './failure';

/** Codes after which it is certain that no request reached the service, and what to say and do about each. */
const notSentCodes: Readonly<Record<string, { message: string; mend: string }>> = {
	ECONNREFUSED: {
		message: 'the host refused the connection',
		mend: 'Check the base URL in the credential, and that SMSBOX is up.',
	},
	ENOTFOUND: {
		message: 'the host name is not known',
		mend: 'Check the base URL in the credential for a typing mistake.',
	},
	EAI_AGAIN: {
		message: 'the host name could not be looked up',
		mend: 'Check the network of your n8n, then try again.',
	},
	EHOSTUNREACH: {
		message: 'the host cannot be reached',
		mend: 'Check the network of your n8n, then try again.',
	},
	ENETUNREACH: {
		message: 'the network cannot be reached',
		mend: 'Check the network of your n8n, then try again.',
	},
	ERR_INVALID_URL: {
		message: 'the base URL is not a web address',
		mend: 'Put an address such as https://api.smsbox.pro into the credential.',
	},
	ERR_SSL_WRONG_VERSION_NUMBER: {
		message: 'no secure connection could be made',
		mend: 'Check that the base URL in the credential begins with http or https as its server expects.',
	},
};

const certificateFailure = {
	message: 'the certificate of the host is not valid',
	mend: 'Check the base URL in the credential. If a proxy of yours answers, let n8n trust its certificate.',
};

/** OpenSSL's names for certificates that do not hold; they come up before a request is written. */
const certificateCode =
	/^(?!ERR_SSL).*CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH|INVALID_CA|CRL_/;

/** How a cut or silent connection is told, by code. Anything unknown is told as cut. */
const unknownReasons: Readonly<Record<string, string>> = {
	ECONNABORTED: 'no answer came in time',
	ETIMEDOUT: 'no answer came in time',
	ESOCKETTIMEDOUT: 'no answer came in time',
	// n8n keeps an execution's status `canceled` only where the error says this word.
	ERR_CANCELED: 'the execution was canceled while the request was under way',
};

interface NetworkError {
	code: string | undefined;
	syscall: string | undefined;
}

/** Looks for a code along the chain of causes: n8n and axios wrap the error of the socket. */
function networkErrorOf(error: unknown, depth = 0): NetworkError {
	if (typeof error !== 'object' || error === null || depth > 5)
		return { code: undefined, syscall: undefined };
	const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
	const syscall = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : undefined;
	if (code !== undefined) return { code, syscall };
	return networkErrorOf('cause' in error ? error.cause : undefined, depth + 1);
}

/**
 * Says what a failed request means. Only codes that come up before a request can have been written are "not sent";
 * every other one, the unknown ones too, is "unknown", because the service may have read the request.
 */
export function networkFailure(error: unknown, effect: Effect): Failure {
	const { code, syscall } = networkErrorOf(error);
	const certain =
		code === undefined
			? undefined
			: certificateCode.test(code)
				? certificateFailure
				: (notSentCodes[code] ?? (syscall === 'connect' ? notSentCodes.EHOSTUNREACH : undefined));
	if (certain !== undefined) {
		return new Failure({
			kind: 'notSent',
			message: `Not sent: ${certain.message}`,
			description: `${certain.mend} Nothing reached SMSBOX, so it may be tried again. (${code})`,
		});
	}
	const reason = (code === undefined ? undefined : unknownReasons[code]) ?? 'the connection was cut';
	return unknownFailure(effect, reason, code === undefined ? undefined : `(${code})`);
}
