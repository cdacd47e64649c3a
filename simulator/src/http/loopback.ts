const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

const hostname = (address: string): string | undefined =>
	URL.canParse(address) ? new URL(address).hostname : undefined;

/**
 * Whether a request to the control API or the page may be answered. A page of another site can make a browser call a
 * loopback address, by a name that it has pointed there (so the name called must be a loopback one) or directly (so
 * the page that calls must be a loopback one).
 */
export function isFromLoopback(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
	const { host, origin } = headers;
	const isLoopback = (address: string): boolean => LOOPBACK_NAMES.includes(hostname(address) ?? '');
	if (typeof host !== 'string' || !isLoopback(`http://${host}`)) return false;
	return origin === undefined || (typeof origin === 'string' && isLoopback(origin));
}
