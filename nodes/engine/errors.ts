import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InvalidInput, Rejected, UnexpectedResponse } from '../../protocol/errors';
import type { Effect } from '../../protocol/exchange';
import { withCommas } from '../../protocol/validation';

/**
 * The five ways in which an item can fail:
 * - `invalidInput`: wrong before anything was sent;
 * - `notSent`: nothing reached the service, it may be tried again;
 * - `rejected`: the service said no, with a documented code;
 * - `partlySent`: of several requests some were accepted; what is certainly not sent may be sent;
 * - `unknown`: the request may have been carried out. It is never repeated by us.
 */
export type FailureKind = 'invalidInput' | 'notSent' | 'rejected' | 'partlySent' | 'unknown';

interface FailureDetails {
	kind: FailureKind;
	/** What happened, one sentence. */
	message: string;
	/** How to fix it and what else is known. */
	description?: string | undefined;
	/** The service's own code, as it came. */
	code?: string | undefined;
	/** Outward name of the parameter that is wrong. */
	field?: string | undefined;
	/** Whether every further request would fail in the same way. */
	isAccountLevel?: boolean;
	/** Whether it may be run again, whatever became of it. */
	isSafeToRetry?: boolean;
	/** What an AI agent that called the node as its tool must do now, where a model would guess wrong. */
	toModel?: string | undefined;
}

/**
 * Words that n8n takes for the whole of an error in which they stand: in the place of the message it puts one of its own,
 * for some of them with the advice to repeat the request at once.
 */
const codesOfN8n =
	/ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|ECONNABORTED|EHOSTUNREACH|EAI_AGAIN|ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM|GETADDRINFO/gi;

const withoutCodes = (text: string): string =>
	text
		.replace(codesOfN8n, '…')
		.replace(/ ?\(…\)/g, '')
		.trim();

/** An item's failure. Holds no key, no phone number, no message text and no foreign error object. */
export class NodeFailure extends Error {
	override readonly name = 'NodeFailure';
	readonly kind: FailureKind;
	readonly description: string | undefined;
	readonly code: string | undefined;
	readonly field: string | undefined;
	readonly isAccountLevel: boolean;
	readonly isSafeToRetry: boolean;
	private readonly toModel: string | undefined;

	constructor(details: FailureDetails) {
		super(details.message);
		this.kind = details.kind;
		this.description = details.description;
		this.code = details.code;
		this.field = details.field;
		this.isAccountLevel = details.isAccountLevel ?? false;
		this.isSafeToRetry = details.isSafeToRetry ?? false;
		this.toModel = details.toModel;
	}

	/** The same failure with one more thing said at its end. @param noteToModel what a model is told instead */
	withNote(note: string, noteToModel?: string): NodeFailure {
		const joined = (...sentences: Array<string | undefined>): string =>
			sentences.filter((sentence) => sentence !== undefined).join(' ');
		const { description, toModel } = this;
		return this.with({
			description: joined(description, note),
			toModel: noteToModel === undefined ? toModel : joined(toModel ?? description, noteToModel),
		});
	}

	/** The same failure in an execution that was stopped: n8n keeps its status only where the error says this word. */
	whenCanceled(): NodeFailure {
		if (this.message.includes('canceled')) return this;
		return this.with({
			message: `${this.message} (the execution was canceled)`,
			description: this.description,
		});
	}

	/**
	 * The same failure for an AI agent. Of a tool's error a model gets the message only, so all that it needs stands there;
	 * and it gets the words of n8n in their place where one of n8n's codes stands anywhere. An agent that calls the node itself shows
	 * it the description, too: what the author is advised stands there only where nothing else is said to a model.
	 */
	forModel(): NodeFailure {
		const description = withoutCodes(this.toModel ?? this.description ?? '');
		const sentences = [this.message.replace(/\.$/, ''), description];
		const message = withoutCodes(sentences.filter((sentence) => sentence !== '').join('. '));
		return this.with({ message, description: description === '' ? undefined : description });
	}

	private with(changed: Pick<FailureDetails, 'description' | 'toModel'> & { message?: string }): NodeFailure {
		const { kind, message, code, field, isAccountLevel, isSafeToRetry, toModel } = this;
		return new NodeFailure({
			kind,
			message,
			code,
			field,
			isAccountLevel,
			isSafeToRetry,
			toModel,
			...changed,
		});
	}
}

/**
 * What is certain after a request, by its effect: the one table that calls, retries and errors read.
 *
 * | Outcome | read, repeatable | change | send |
 * | --- | --- | --- | --- |
 * | documented rejection | not done | not done | not done |
 * | temporary rejection | not done, repeated | unknown: documented for sends only | not done, repeated |
 * | connection never made | not done | not done | not done |
 * | anything else | safe to retry | unknown, never repeated | unknown, never repeated |
 */
const certainty: Record<
	Effect,
	{
		/** Of a request without a known outcome. */
		headline: string;
		advice: string;
		isSafeToRetry?: boolean;
		toModel?: string;
		/** Whether a temporary rejection leaves open if it was carried out. */
		isOpenAfterTemporary?: boolean;
	}
> = {
	read: {
		headline: 'No valid response',
		advice: 'Nothing was changed. It is safe to retry.',
		isSafeToRetry: true,
	},
	repeatable: {
		headline: 'No valid response',
		advice: 'It may have been carried out. It is safe to retry.',
		isSafeToRetry: true,
	},
	change: {
		headline: 'May have been carried out',
		advice: 'Check your SMSBOX account before running this again. Retries skip it.',
		toModel:
			'Do not repeat it. Tell the user that it may have been carried out, and to check the SMSBOX account.',
		isOpenAfterTemporary: true,
	},
	send: {
		headline: 'May have been sent',
		advice:
			'Check your SMSBOX account (for SMS: the history and the scheduled messages) before sending it again. Retries skip it.',
		toModel:
			'Do not send it again, not even reworded. Tell the user that it may have been sent, and to check the SMSBOX account.',
	},
};

/** A failure whose outcome is not known; `reason` is the end of a sentence ("no answer came within 60 s"). */
export function unknownFailure(effect: Effect, reason: string, more?: string): NodeFailure {
	const { headline, advice, isSafeToRetry = false, toModel } = certainty[effect];
	return new NodeFailure({
		kind: 'unknown',
		message: `${headline}: ${reason}`,
		description: [more, advice].filter((sentence) => sentence !== undefined).join(' '),
		isSafeToRetry,
		toModel,
	});
}

function unexpectedReply(error: UnexpectedResponse, effect: Effect): NodeFailure {
	if (error.problem !== undefined) return unknownFailure(effect, error.problem);
	const seen =
		error.excerpt === ''
			? 'The response was empty.'
			: `The response starts with (numbers and texts redacted): ${error.excerpt}`;
	return unknownFailure(effect, `unexpected response from SMSBOX (HTTP ${error.status})`, seen);
}

/**
 * Translates what the protocol layer throws. Anything else is a bug in this package; it is not shown as it is, because
 * a foreign error may hold the key or the text.
 */
export function nodeFailureOf(error: unknown, effect: Effect): NodeFailure {
	if (error instanceof NodeFailure) return error;
	if (error instanceof InvalidInput) {
		return new NodeFailure({
			kind: 'invalidInput',
			message: error.message,
			description: error.remediation,
			field: error.field,
		});
	}
	if (error instanceof Rejected) {
		if (error.isTemporary && certainty[effect].isOpenAfterTemporary === true)
			return unknownFailure(effect, `SMSBOX reported a temporary error (${error.code})`);
		return new NodeFailure({
			kind: 'rejected',
			message: `Rejected by SMSBOX (${error.code}): ${error.message}`,
			description: error.remediation,
			code: error.code,
			isAccountLevel: error.isAccountLevel,
		});
	}
	if (error instanceof UnexpectedResponse) return unexpectedReply(error, effect);
	return unknownFailure(effect, 'an internal error in the SMSBOX node', `(${errorName(error)})`);
}

function errorName(error: unknown): string {
	return error instanceof Error ? error.name : typeof error;
}

const ordinals = [
	'first',
	'second',
	'third',
	'fourth',
	'fifth',
	'sixth',
	'seventh',
	'eighth',
	'ninth',
	'tenth',
];

/** Returns an item as people count: "second item", "item 12". */
export function itemName(index: number): string {
	const ordinal = ordinals[index];
	return ordinal === undefined ? `item ${withCommas(index + 1)}` : `${ordinal} item`;
}

/** Which item failed, and how the editor calls the parameter that is wrong. */
export interface Where {
	item: number;
	items: number;
	label?: string | undefined;
	/** Whether the operation sends messages; undefined where it was not read. */
	sends?: boolean | undefined;
}

/** n8n keeps the node with an error: without its parameters, which may hold a message's text. */
function withoutParameters(node: INode): INode {
	return { ...node, parameters: {} };
}

function describe(
	failure: NodeFailure,
	{ item, items, label }: Where,
): { message: string; description: string } {
	const affected = items > 1 ? `Affected: ${itemName(item)}.` : undefined;
	return {
		message: label === undefined ? failure.message : `${label}: ${failure.message}`,
		description: [failure.description, affected].filter((sentence) => sentence !== undefined).join(' '),
	};
}

/**
 * n8n's own error for a failure, made afresh: nothing of a foreign error comes along. It has no item index, because n8n would
 * name the item once more, counted from 0.
 */
export function nodeErrorOf(
	context: { getNode: () => INode },
	failure: NodeFailure,
	where: Where,
): NodeApiError | NodeOperationError {
	const node = withoutParameters(context.getNode());
	const { message, description } = describe(failure, where);
	if (failure.kind === 'invalidInput') return new NodeOperationError(node, message, { description });
	// Never a network code: n8n would put words of its own, with advice to repeat the request, in the place of ours.
	const httpCode = failure.code ?? failure.kind;
	return new NodeApiError(node, { message }, { message, description, httpCode });
}

/**
 * The output item of a failed item where the node goes on. Exactly `error` and `message`: n8n takes an item with any
 * other member for a success.
 */
export function errorItem(failure: NodeFailure, where: Where): INodeExecutionData {
	const { message, description } = describe(failure, where);
	return {
		json: description === '' ? { error: message } : { error: message, message: description },
		pairedItem: { item: where.item },
	};
}

/** The output item of a dry run that found a problem. Without a member `error`, n8n takes it for a success. */
export function problemItem(failure: NodeFailure, where: Where): INodeExecutionData {
	const { message, description } = describe(failure, where);
	const problem = [message.replace(/\.?$/, '.'), description].filter((sentence) => sentence !== '').join(' ');
	return { json: { dryRun: true, problem }, pairedItem: { item: where.item } };
}
