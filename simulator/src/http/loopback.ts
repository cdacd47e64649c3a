import { invalid } from '../control/input';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

const hostname = (address: string): string | undefined =>
	URL.canParse(address) ? new URL(address).hostname : undefined;

/** @throws InvalidControlInput for anything but a host name or an address, without a port */
export function readHostName(given: string): string {
	const name = hostname(`http://${given}`);
	return name === given.toLowerCase() ? name : invalid(`"${given}" is not a host name`);
}

/**
 * Whether a request may be answered. A page of another site can make a browser call a loopback address, by a name that
 * it has pointed there (so the name called must be a known one) or directly (so the page that calls must be known).
 * @param others names known besides the loopback ones
 */
export function isFromKnownHost(
	headers: Readonly<Record<string, string | string[] | undefined>>,
	others: readonly string[] = [],
): boolean {
	const { host, origin } = headers;
	const isKnown = (name: string): boolean => [...LOOPBACK_NAMES, ...others].includes(name);
	// As text: in a URL, `evil@localhost` and `localhost#evil` would be localhost.
	if (typeof host !== 'string' || !isKnown(host.replace(/:\d*$/, '').toLowerCase())) return false;
	return origin === undefined || (typeof origin === 'string' && isKnown(hostname(origin) ?? ''));
}
