import type { Effect } from '../../../protocol/exchange';
import { NodeFailure, unknownFailure } from '../errors';

/** What is said of a request that never left, and what to do. */
interface NotSent {
	message: string;
	remediation: string;
}

/** Codes after which, where there is no connection yet, it is certain that no request reached the service. */
const notSentCodes: Readonly<Record<string, NotSent>> = {
	ECONNREFUSED: {
		message: 'the host refused the connection',
		remediation: 'Check the base URL in the credential, and that SMSBOX is up.',
	},
	ENOTFOUND: {
		message: 'the host name is unknown',
		remediation: 'Check the base URL in the credential for typos.',
	},
	EAI_AGAIN: {
		message: 'the host name could not be looked up',
		remediation: "Check n8n's network, then retry.",
	},
	EHOSTUNREACH: {
		message: 'the host cannot be reached',
		remediation: "Check n8n's network, then retry.",
	},
	ENETUNREACH: {
		message: 'the network cannot be reached',
		remediation: "Check n8n's network, then retry.",
	},
	ERR_INVALID_URL: {
		message: 'the base URL is not a valid URL',
		remediation: 'Enter a URL such as https://api.smsbox.pro in the credential.',
	},
};

const noSecureConnection: NotSent = {
	message: 'no secure connection could be made',
	remediation:
		'Check whether the base URL in the credential must start with http://, then your proxy and firewall.',
};

/**
 * Node's texts for a request that OpenSSL did not take, and for a handshake that was cut. Codes prove nothing: OpenSSL's own, such
 * as ERR_SSL_WRONG_VERSION_NUMBER, are those of what was read, perhaps after the request.
 */
const neverSecure =
	/^write EPROTO [^]*:SSL routines:|^Client network socket disconnected before secure TLS connection was established$/;

const certificateFailure: NotSent = {
	message: 'the certificate of the host is not valid',
	remediation: 'Check the base URL in the credential. If you use a proxy, make n8n trust its certificate.',
};

const blockedHost: NotSent = {
	message: 'n8n blocks requests to the host',
	remediation:
		'Allow it in n8n: add its name to N8N_SSRF_ALLOWED_HOSTNAMES, or its IP address to N8N_SSRF_ALLOWED_IP_RANGES.',
};

/** Names of the errors of n8n's SSRF protection, which have no code. It looks at a host before it connects to it. */
const blockedNames = /^SsrfBlocked(?:Ip|Hostname)Error$/;

/** OpenSSL's names for certificates that do not hold; they come up before a request is written. */
const certificateCode =
	/^(?!ERR_SSL).*CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH|INVALID_CA|CRL_/;

/** How a cut or silent connection is told, by code. Anything unknown is told as cut. */
const unknownReasons: Readonly<Record<string, string>> = {
	ECONNABORTED: 'no response in time',
	ETIMEDOUT: 'no response in time',
	ESOCKETTIMEDOUT: 'no response in time',
	// n8n keeps an execution's status `canceled` only where the error says this word.
	ERR_CANCELED: 'the execution was canceled during the request',
};

interface NetworkError {
	code: string | undefined;
	syscall: string | undefined;
	isBlocked: boolean;
	isNeverSecure: boolean;
}

/**
 * Looks for all of it along the chain of causes: n8n and axios wrap the error of the socket, and the outer ones repeat its code
 * only.
 */
function networkErrorOf(error: unknown, depth = 0): NetworkError {
	if (typeof error !== 'object' || error === null || depth > 5)
		return { code: undefined, syscall: undefined, isBlocked: false, isNeverSecure: false };
	const inner = networkErrorOf('cause' in error ? error.cause : undefined, depth + 1);
	return {
		code: 'code' in error && typeof error.code === 'string' ? error.code : inner.code,
		syscall: 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : inner.syscall,
		isBlocked:
			inner.isBlocked || ('name' in error && typeof error.name === 'string' && blockedNames.test(error.name)),
		isNeverSecure:
			inner.isNeverSecure ||
			('message' in error && typeof error.message === 'string' && neverSecure.test(error.message)),
	};
}

/** What fails before there is a connection. On one that stands, a host can become unreachable after it has read the request. */
const beforeConnection = /^(?:connect|getaddrinfo|query\w+)$/;

function certainFailureOf({ code, syscall, ...sure }: NetworkError): NotSent | undefined {
	if (sure.isBlocked) return blockedHost;
	if (sure.isNeverSecure) return noSecureConnection;
	if (code === undefined || (syscall !== undefined && !beforeConnection.test(syscall))) return undefined;
	if (certificateCode.test(code)) return certificateFailure;
	return notSentCodes[code] ?? (syscall === 'connect' ? notSentCodes.EHOSTUNREACH : undefined);
}

/**
 * Says what a failed request means. Only codes that come up before a request can have been written are "not sent";
 * every other one, the unknown ones too, is "unknown", because the service may have read the request.
 */
export function networkFailure(error: unknown, effect: Effect): NodeFailure {
	const network = networkErrorOf(error);
	const { code } = network;
	const seen = code === undefined ? undefined : `(${code})`;
	const certain = certainFailureOf(network);
	if (certain !== undefined) {
		return new NodeFailure({
			kind: 'notSent',
			message: `Not sent: ${certain.message}`,
			description: `${certain.remediation} Nothing reached SMSBOX. It is safe to retry. ${seen ?? ''}`.trim(),
		});
	}
	const reason = (code === undefined ? undefined : unknownReasons[code]) ?? 'the connection was cut';
	return unknownFailure(effect, reason, seen);
}
