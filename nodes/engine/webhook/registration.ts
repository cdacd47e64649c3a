import { NodeOperationError } from 'n8n-workflow';

import type { ParameterContext } from './context';
import { readOptions } from './options';
import { unreadableAddresses } from './sourceAddresses';

/** What is wrong with the list of allowed addresses: one unreadable entry can shut the service out. */
function problemWithAddresses(context: ParameterContext): string | undefined {
	const { allowedAddresses } = readOptions(context);
	if (allowedAddresses === undefined) return undefined;
	if (allowedAddresses.length === 0)
		return 'Own Addresses: no address is listed, so every callback would be refused.';
	const [unreadable] = unreadableAddresses(allowedAddresses);
	return unreadable === undefined
		? undefined
		: `Own Addresses: "${unreadable}" is neither an IPv4 address nor a range such as 10.0.0.0/8.`;
}

/** n8n's context while a workflow is published, or while the editor starts to listen. */
interface RegistrationContext extends ParameterContext {
	/** `manual` while the editor starts to listen at the test URL. */
	getMode: () => string;
}

type Step = (this: RegistrationContext) => Promise<boolean>;

/**
 * The service has no operation that registers a URL: the user enters it in the customer area. So there is nothing to
 * find, create or delete.
 *
 * The editor is told of a setting that cannot work when it starts to listen, while somebody is looking. Publishing
 * never fails: n8n would answer 404, which loses callbacks for good, where the receiver refuses them for a retry.
 */
export const enteredByHand: { default: { checkExists: Step; create: Step; delete: Step } } = {
	default: {
		async checkExists(this: RegistrationContext): Promise<boolean> {
			const problem = this.getMode() === 'manual' ? problemWithAddresses(this) : undefined;
			if (problem !== undefined) throw new NodeOperationError(this.getNode(), problem);
			return await Promise.resolve(true);
		},
		async create(): Promise<boolean> {
			return await Promise.resolve(true);
		},
		async delete(): Promise<boolean> {
			return await Promise.resolve(true);
		},
	},
};
