import type { IExecuteFunctions } from 'n8n-workflow';
import { type Defaults, readDefaults } from '../http/credential';
import { connect, failForCredential, shareReads, type Transport } from '../http/transport';
import type { RunLimits } from '../limits';
import type { AddHint, Registry } from '../operations/operation';
import type { Question } from '../waiting/question';
import { openLog } from '../sending/openLog';
import { KeyStore } from '../sending/keyStore';
import type { SendLog } from '../sending/sendLog';
import { Outcomes } from './outcomes';

/** One run of a node: what its stages share. */
export interface Run {
	context: IExecuteFunctions;
	registry: Registry;
	limits: RunLimits;
	defaults: Defaults;
	log: SendLog;
	keys: KeyStore;
	outcomes: Outcomes;
	/** Connects with its first request; where the credential cannot be used, every request fails. */
	transport: Transport;
	/** For looking up beforehand: equal reads of several items go out once. */
	reads: Transport;
	/** The question that was accepted, of which there is one at most. */
	asked: Question[];
	hints: ReadonlySet<string>;
	addHint: AddHint;
}

/** Starts a run: nothing is known of its items yet. */
export async function startRun(
	context: IExecuteFunctions,
	registry: Registry,
	limits: RunLimits,
): Promise<Run> {
	let unreadable: { reason: unknown } | undefined;
	const defaults = await readDefaults(context, (reason) => {
		unreadable = { reason };
	});
	const log = openLog(context, defaults.countryCode);
	const hints = new Set<string>();
	let connected: Promise<Transport> | undefined;
	const transport: Transport = async (...request) => {
		// Though n8n may read it by now: without the country code, a national number can be somebody else's.
		if (unreadable !== undefined) return failForCredential(unreadable.reason);
		const send = await (connected ??= connect(context, context.getExecutionCancelSignal()));
		return await send(...request);
	};
	return {
		context,
		registry,
		limits,
		defaults,
		log,
		keys: new KeyStore(context, limits),
		outcomes: new Outcomes(context, registry, log),
		transport,
		reads: shareReads(transport),
		asked: [],
		hints,
		addHint: (hint) => void hints.add(hint),
	};
}
