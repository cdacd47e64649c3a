import { type ICredentialDataDecryptedObject, NodeOperationError } from 'n8n-workflow';
import { propertyOf } from '../operations/values';
import { listOf, type ParameterContext } from './callback';

/** The addresses that the service calls from (service.md#callbacks). */
export const smsboxIps: readonly string[] = [
	'37.59.198.135',
	'178.33.185.51',
	'54.36.93.79',
	'54.36.93.80',
	'62.4.31.47',
	'62.4.31.48',
];

const mappedPrefix = /^::ffff:(?=\d+\.)/i;
const fourNumbers = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** An IPv4 address as a number, or undefined. An IPv6 address that only wraps an IPv4 one counts as that one. */
function ipv4(text: string): number | undefined {
	const octets = fourNumbers.exec(text.replace(mappedPrefix, ''))?.slice(1).map(Number);
	if (octets === undefined || octets.some((octet) => octet > 255)) return undefined;
	return octets.reduce((address, octet) => address * 256 + octet, 0);
}

/** Returns how many addresses share the first bits of an entry, and which ones of so many they are, from 0.0.0.0 on. */
function readRange(entry: string): [size: number, index: number] | undefined {
	const [start = '', bits = '32', ...tooMany] = entry.split('/');
	const address = ipv4(start);
	if (address === undefined || tooMany.length > 0 || !/^\d{1,2}$/.test(bits) || Number(bits) > 32)
		return undefined;
	const size = 2 ** (32 - Number(bits));
	return [size, Math.floor(address / size)];
}

/** The entries of a list of addresses that are neither an IPv4 address nor an IPv4 range such as `10.0.0.0/8`. */
export function unreadableIps(list: readonly string[]): string[] {
	return list.filter((entry) => readRange(entry) === undefined);
}

/** The caller's address without its port, which some proxies forward too: `37.59.198.135:51234`, `[2001:db8::1]:51234`. */
const withoutPort = (caller = ''): string =>
	caller.replace(/^(?:\[([^[\]]*)\]|([^:]*))(?::\d{1,5})?$/, '$1$2');

/** Whether the caller's address is in the list. A caller without a readable IPv4 address never is. */
export function isListed(caller: string | undefined, list: readonly string[]): boolean {
	const address = ipv4(withoutPort(caller));
	if (address === undefined) return false;
	return list.some((entry) => {
		const [size = 0, index] = readRange(entry) ?? [];
		return Math.floor(address / size) === index;
	});
}

/** The address for the log: only what can be one, since a proxy's header may say anything. */
export function loggable(caller: string | undefined): string {
	const address = withoutPort(caller);
	return /^[0-9a-f.:]{2,45}$/i.test(address) ? address : 'unreadable';
}

/** The settings that every trigger has, as the receiver uses them. */
export interface ReceiverOptions {
	ignoreDuplicates: boolean;
	resumeWaiting: boolean;
	/** The addresses and ranges that may call; undefined where every address may. */
	allowedIps: readonly string[] | undefined;
}

/** Reads the `options` collection, of which n8n keeps only what the user has set. */
export function readOptions(context: ParameterContext): ReceiverOptions {
	const options = context.getNodeParameter('options', {});
	const allowlist = propertyOf(options, 'ipAllowlist');
	const isAny = allowlist === undefined || allowlist === 'any';
	const listed = allowlist === 'custom' ? listOf(propertyOf(options, 'customIps')) : [];
	return {
		ignoreDuplicates: propertyOf(options, 'ignoreDuplicates') !== false,
		resumeWaiting: propertyOf(options, 'resumeWaiting') !== false,
		// Another value was written by an API or a tool: nobody may call.
		allowedIps: isAny ? undefined : allowlist === 'smsbox' ? smsboxIps : listed,
	};
}

/** What is wrong with the allowlist: one unreadable entry can shut the service out. */
function problemWithIps(context: ParameterContext): string | undefined {
	const { allowedIps } = readOptions(context);
	if (allowedIps === undefined) return undefined;
	if (allowedIps.length === 0)
		return 'IP(s) Allowlist: no address is listed, so every callback would be rejected.';
	const [unreadable] = unreadableIps(allowedIps);
	return unreadable === undefined
		? undefined
		: `Custom IPs: "${unreadable}" is neither an IPv4 address nor a range such as 10.0.0.0/8.`;
}

/** n8n's context while a workflow is published, or while the editor starts to listen. */
interface RegistrationContext extends ParameterContext {
	/** `manual` while the editor starts to listen at the test URL. */
	getMode: () => string;
	/** Why the webhook is registered: `activate`, `update` … while somebody publishes, `init` when n8n starts. */
	getActivationMode: () => string;
	getCredentials: (name: string) => Promise<ICredentialDataDecryptedObject>;
}

type Step = (this: RegistrationContext) => Promise<boolean>;

/** What is wrong with the settings of a trigger, as a message for the person who publishes it; undefined for nothing. */
type SettingsCheck = (context: RegistrationContext) => string | undefined | Promise<string | undefined>;

/** Registrations without anybody who could be told. */
const unattended: ReadonlySet<string> = new Set(['init', 'leadershipChange']);

/**
 * The service has no operation that registers a URL: the user enters it in the customer area. So there is nothing to
 * find, create or delete.
 *
 * A setting that cannot work is reported to the editor when it starts to listen. Of these, only what `unpublishable`
 * reports stops the workflow from being published: n8n then answers 404, which loses callbacks for good, where the
 * receiver refuses them for a retry. A published workflow is never taken out when n8n starts.
 */
export function enteredByHand(
	unpublishable?: SettingsCheck,
): Record<'default', Record<'checkExists' | 'create' | 'delete', Step>> {
	const succeed: Step = async () => await Promise.resolve(true);
	return {
		default: {
			async checkExists(this: RegistrationContext): Promise<boolean> {
				if (unattended.has(this.getActivationMode())) return true;
				const problem =
					(await unpublishable?.(this)) ?? (this.getMode() === 'manual' ? problemWithIps(this) : undefined);
				if (problem !== undefined) throw new NodeOperationError(this.getNode(), problem);
				return true;
			},
			create: succeed,
			delete: succeed,
		},
	};
}
