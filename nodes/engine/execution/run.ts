import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import { type Account, readAccounts } from '../http/accounts';
import type { RunLimits } from '../limits';
import type { AddHint, Registry } from '../operations/operation';
import type { Question } from '../waiting/question';
import { isReview, isTool } from '../policy/agentTool';
import { KeyStore } from '../sending/keyStore';
import { SendLog } from '../sending/sendLog';
import { Outcomes } from './outcomes';

/** One run of a node: what its stages share. */
export interface Run {
	context: IExecuteFunctions;
	registry: Registry;
	limits: RunLimits;
	log: SendLog;
	keys: KeyStore;
	outcomes: Outcomes;
	/** By item: what it sends with. */
	accountOf: (item: number) => Account;
	/** The question that was accepted, of which there is one at most. */
	askedQuestions: Question[];
	hints: ReadonlySet<string>;
	addHint: AddHint;
}

/** Where n8n runs a node outside of an execution (a tool of its MCP server), there is nothing that could be kept. */
function contextOf(context: IExecuteFunctions): IContextObject {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}

/** Starts a run: nothing is known of its items yet. */
export async function startRun(
	context: IExecuteFunctions,
	registry: Registry,
	limits: RunLimits,
): Promise<Run> {
	const isForModel = isTool(context) && !isReview(context);
	const log = new SendLog(contextOf(context), {
		// It distinguishes a retry of the same run from the next round of a loop.
		run: isForModel ? undefined : Number(context.getWorkflowDataProxy(0).$runIndex) || 0,
		items: context.getInputData().length,
	});
	const hints = new Set<string>();
	return {
		context,
		registry,
		limits,
		log,
		keys: new KeyStore(context, limits),
		outcomes: new Outcomes(context, registry, log),
		accountOf: await readAccounts(context),
		askedQuestions: [],
		hints,
		addHint: (hint) => void hints.add(hint),
	};
}
