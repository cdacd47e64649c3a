import { type ICredentialDataDecryptedObject, NodeOperationError } from 'n8n-workflow';

import type { ParameterContext } from './callback';
import { readOptions, unreadableIps } from './options';

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
