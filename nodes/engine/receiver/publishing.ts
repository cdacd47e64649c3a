import { NodeOperationError } from 'n8n-workflow';

import type { CallbackEvent, CallbackKind } from './callback';
import type { ParameterContext } from './context';
import { readOptions } from './options';
import { unreadableAddresses } from './sourceAddresses';

/** What is wrong with the list of allowed addresses. One unreadable entry would shut the service out unnoticed. */
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

/** Everything in a trigger's settings that would lose callbacks without a sign, as sentences. */
export function problemsOf<Event extends CallbackEvent>(
	context: ParameterContext,
	kind: CallbackKind<Event>,
): string[] {
	const problems = Object.entries(kind.filters).map(([parameter, filter]) =>
		filter.problem?.(context.getNodeParameter(parameter, '')),
	);
	return [problemWithAddresses(context), ...problems].filter((problem) => problem !== undefined);
}

type Step = (this: ParameterContext) => Promise<boolean>;

/**
 * The service has no operation that registers a URL: the user enters it in the customer area. So there is nothing to
 * find, create or delete; but n8n asks whenever a workflow is published or listens, which is the moment to say that
 * a setting cannot work, while somebody is looking.
 *
 * @throws NodeOperationError naming the setting
 */
export function enteredByHand<Event extends CallbackEvent>(
	kind: CallbackKind<Event>,
): { default: { checkExists: Step; create: Step; delete: Step } } {
	return {
		default: {
			async checkExists(this: ParameterContext): Promise<boolean> {
				const problems = problemsOf(this, kind);
				if (problems.length > 0) throw new NodeOperationError(this.getNode(), problems.join(' '));
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
}
