import { isListed } from './sourceAddresses';

/** Ranges of IPv4 addresses that lead to this machine, into its network, or nowhere (IANA's special-purpose registry). */
const specialIpv4: readonly string[] = [
	'0.0.0.0/8',
	'10.0.0.0/8',
	'100.64.0.0/10',
	'127.0.0.0/8',
	'169.254.0.0/16',
	'172.16.0.0/12',
	'192.0.0.0/24',
	'192.0.2.0/24',
	'192.88.99.0/24',
	'192.168.0.0/16',
	'198.18.0.0/15',
	'198.51.100.0/24',
	'203.0.113.0/24',
	'224.0.0.0/3',
];

/** The same for IPv6: only 2000::/3 is given out, and some of it leads to an IPv4 address or is kept for examples. */
const publicIpv6 = /^\[[23][0-9a-f]{3}:/;
const specialIpv6 = /^\[(?:2001:(?::|1?[0-9a-f]{1,2}:|db8:)|2002:|3fff:)/;

/** Last parts of names that are given out inside a network only. */
const insideDomains: ReadonlySet<string> = new Set([
	'arpa',
	'box',
	'cluster',
	'corp',
	'dmz',
	'ec2',
	'home',
	'internal',
	'intranet',
	'invalid',
	'lan',
	'local',
	'localdomain',
	'localhost',
	'localnet',
	'onion',
	'private',
	'svc',
	'test',
	'workgroup',
]);

function isPublicName(name: string): boolean {
	const parts = name.split('.');
	return parts.length > 1 && !parts.includes('') && !insideDomains.has(parts.at(-1) ?? '');
}

function urlOf(address: string): URL | undefined {
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}

/** Resolvers may take a name for the same without them. (A regular expression could take long over many dots.) */
function withoutLastDots(name: string): string {
	let end = name.length;
	while (name[end - 1] === '.') end--;
	return name.slice(0, end);
}

/** @param hostname as a URL has it: IPv4 addresses in their usual form, IPv6 ones shortened and in brackets */
function isPublicHost(hostname: string): boolean {
	// Read once more: an address with several dots behind it was no address to the first reading.
	const host = urlOf(`https://${withoutLastDots(hostname)}`)?.hostname ?? '';
	if (host.startsWith('[')) return publicIpv6.test(host) && !specialIpv6.test(host);
	return /^[\d.]+$/.test(host) ? !isListed(host, specialIpv4) : isPublicName(host);
}

/**
 * Whether a file may be fetched from an address that a webhook names. Whoever knows the webhook's URL can name any, and
 * none may lead into the network that n8n stands in: only `https` on a public host passes, and whatever stands on the
 * host that the user trusts with the key. What is plainly inside is refused, by its address or its name; a name that
 * looks public and leads to an inner address is not recognised. That no inner host has a certificate for such a name
 * that n8n accepts is *assumed*.
 *
 * @param trustedBase a base address of the credential, such as a simulator's; anything else counts as none
 */
export function mayFetch(address: string, trustedBase: string): boolean {
	const url = urlOf(address);
	if (url === undefined || url.username + url.password !== '') return false;
	if (url.protocol === 'https:' && isPublicHost(url.hostname)) return true;
	return /^https?:$/.test(url.protocol) && url.origin === urlOf(trustedBase)?.origin;
}
