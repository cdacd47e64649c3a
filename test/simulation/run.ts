/** Runs a history: real nodes in n8n's real engine, over the simulator, in this process. */
import { stopAllListening } from '../support/instance';
import { AsyncLocalStorage } from 'node:async_hooks';
import { WorkflowExecute } from 'n8n-core';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { runWorkflow, type RunResult } from '../support/engine';
import { clearProcessedData, failWrite, waitWith } from '../support/processedData';
import { smsboxAccess } from '../support/smsbox';
import { noEdit, withSecond, type Edit, type History, type Interruption } from './history';
import { carryWith, type Carry } from './network';
import { workflowOf } from './nodes';
import { countryCode } from './parameters';
import { replaceTime, Scheduler } from './scheduler';
import { isOfSecond, keys, type Reaction, Service } from './service';
import { type Attempt, chainOf, type Execution, type SentRequest, type Trace } from './trace';
import { sendIn } from './wire';

/** An execution while it runs. */
interface Running {
	index: number;
	edit: Edit;
	interruption: Interruption | undefined;
	/** Send requests so far. */
	requests: number;
	stop: AbortController;
	isKilled: boolean;
}

interface Current {
	running: Running;
	/** Which of all attempts. */
	attempt: number;
	/** The time of the attempt: another execution's try may have begun meanwhile. */
	tick?: number;
}

interface Finished {
	execution: Execution;
	result: RunResult | undefined;
}

/** `$now` at the first try; a second later at each more. */
const firstTry = Date.UTC(2030, 0, 7, 9);

const messageOf = (error: unknown): { message: string; description: string } => ({
	message: error instanceof Error ? error.message : String(error),
	description:
		error instanceof Error && 'description' in error && typeof error.description === 'string'
			? error.description
			: '',
});

/** One for all: each costs something at every promise. */
const store = new AsyncLocalStorage<Current>();

/** Starts of n8n so far: each history begins with one, and each kill needs another. */
let processStarts = 0;

class Runner {
	readonly trace: Trace = { executions: [], attempts: [], requests: [] };
	private readonly scheduler: Scheduler;
	private readonly service: Service;
	private events = 0;
	private tick = 0;

	private processStart = (processStarts += 1);

	constructor(private readonly history: History) {
		this.scheduler = new Scheduler(history.schedule);
		this.service = new Service(history.faults, history.limits);
	}

	async run(): Promise<Trace> {
		const restoreTime = replaceTime(
			this.scheduler,
			() => firstTry + (store.getStore()?.tick ?? this.tick) * 1000,
		);
		waitWith(async () => {
			await this.scheduler.turn(false);
		});
		carryWith(this.carry);
		const { handleNodeErrorOutput } = WorkflowExecute.prototype;
		WorkflowExecute.prototype.handleNodeErrorOutput = this.throwing(handleNodeErrorOutput);
		try {
			await clearProcessedData();
			const { storageFault } = this.history;
			if (storageFault) failWrite(storageFault.write, storageFault.isWritten);
			await this.runSteps();
			return this.trace;
		} finally {
			stopAllListening();
			WorkflowExecute.prototype.handleNodeErrorOutput = handleNodeErrorOutput;
			carryWith();
			restoreTime();
			this.service.close();
		}
	}

	private async runSteps(): Promise<void> {
		const { interruption, twin, steps } = this.history;
		const [first, second] = await this.executeAll(
			Array.from({ length: twin ? 2 : 1 }, () => ({ kind: 'first', edit: noEdit, interruption })),
		);
		let original = first;
		let last = second ?? first;
		for (const { kind, edit, interruption: ending } of steps) {
			const retried = kind === 'retryOriginal' ? original : last;
			if (kind !== 'newExecution' && retried?.execution.status === 'success') continue;
			const isContinued = kind !== 'newExecution' && retried?.execution.status === 'error';
			const [next] = await this.executeAll([
				{ kind, edit, interruption: ending, ...(isContinued ? { of: retried } : {}) },
			]);
			if (kind === 'newExecution') original = next;
			last = next;
		}
	}

	/** Executions at the same time. */
	private async executeAll(
		wanted: ReadonlyArray<{
			kind: string;
			edit: Edit;
			interruption: Interruption | undefined;
			of?: Finished | undefined;
		}>,
	): Promise<Finished[]> {
		const all = wanted.map(({ kind, edit, interruption, of }) => {
			const parent = of === undefined ? undefined : this.trace.executions.indexOf(of.execution);
			const execution: Execution = { parent, kind, status: 'stuck' };
			const index = this.trace.executions.push(execution) - 1;
			const finished: Finished = { execution, result: undefined };
			const stop = new AbortController();
			const running = { index, edit, interruption, requests: 0, stop, isKilled: false };
			return { running, finished, retryOf: of?.result };
		});
		let left = all.length;
		for (const { running, finished, retryOf } of all) {
			void store
				.run({ running, attempt: -1 }, async () => await this.execute(running, retryOf))
				.then((result) => {
					finished.result = result;
					// n8n stores one that it could not begin as failed.
					const status = finished.execution.kind === 'notBegun' ? 'error' : result.status;
					const isStopped = running.stop.signal.aborted || (status !== 'success' && status !== 'error');
					finished.execution.status = isStopped ? 'stopped' : status;
				})
				.finally(() => (left -= 1));
		}
		const isKilled = (): boolean => all.some(({ running }) => running.isKilled);
		const isOver = await this.scheduler.runUntil(() => left === 0 || isKilled());
		if (!isOver || isKilled()) {
			await this.scheduler.drain();
			this.processStart = processStarts += 1;
			for (const { finished } of all) {
				if (finished.result === undefined) finished.execution.status = isKilled() ? 'killed' : 'stuck';
			}
		}
		return all.map(({ finished }) => finished);
	}

	private async execute({ index, edit, stop }: Running, retryOf: RunResult | undefined): Promise<RunResult> {
		const { json, nodeTypes } = workflowOf(this.history, edit, this.observe);
		const { accounts, national } = this.history.options;
		return await runWorkflow(json, {
			nodeTypes,
			...smsboxAccess('http://service.test', {
				apiKey: accounts ? '={{ $json.account }}' : keys.first,
				...(national && { countryCode: accounts ? '={{ $json.country }}' : countryCode }),
			}),
			signal: stop.signal,
			timezone: 'UTC',
			processStart: this.processStart,
			cannotBegin: this.trace.executions[index]?.kind === 'notBegun',
			...(retryOf === undefined ? {} : { retryOf }),
		});
	}

	private readonly observe = async (
		context: IExecuteFunctions,
		run: () => Promise<INodeExecutionData[][]>,
	): Promise<INodeExecutionData[][]> => {
		const { running } = this.current();
		const input = context.getInputData().map(({ json }) => json);
		const attempt: Attempt = {
			began: this.events++,
			ended: undefined,
			execution: running.index,
			run: this.runOf(context, running.index),
			setting: { edit: running.edit, tick: this.tick },
			input,
			output: undefined,
			error: undefined,
		};
		const index = this.trace.attempts.push(attempt) - 1;
		const { tick } = attempt.setting;
		try {
			const output = await store.run({ running, attempt: index, tick }, run);
			// n8n takes the items of an error output out of it.
			attempt.output = [...(output[0] ?? [])];
			return output;
		} catch (error) {
			attempt.error = messageOf(error);
			throw error;
		} finally {
			this.tick += 1;
			attempt.ended = this.events++;
		}
	};

	/**
	 * Returns the number of a run, the same for each of its tries. n8n begins to count again where it could not begin a retry, so what it
	 * puts in its queue for the run has a mark of the tester's.
	 */
	private runOf(context: IExecuteFunctions, execution: number): number {
		if (this.history.runs !== 'node') return Number(context.getWorkflowDataProxy(0).$runIndex);
		const entry = context.getExecuteData();
		const mark: unknown = Reflect.get(entry, 'testedRun');
		const { executions, attempts } = this.trace;
		const chain = chainOf(execution, executions);
		const earlier = attempts.filter((attempt) => chain.includes(attempt.execution)).map(({ run }) => run);
		const run = typeof mark === 'number' ? mark : Math.max(-1, ...earlier) + 1;
		Reflect.set(entry, 'testedRun', run);
		return run;
	}

	/** As n8n does where pinned items fit no stored run: it looks for the items that its output is paired with. */
	private throwing(handle: WorkflowExecute['handleNodeErrorOutput']): typeof handle {
		let calls = 0;
		const { throwsAfter } = this.history;
		return function (this: WorkflowExecute, ...given) {
			if (calls++ === throwsAfter) throw new Error('Paired items do not fit');
			handle.apply(this, given);
		};
	}

	private current(): Current {
		const current = store.getStore();
		if (current === undefined) throw new Error('It runs outside of an execution');
		return current;
	}

	private readonly carry: Carry = async (request, signal) => {
		const { running, attempt } = this.current();
		await this.scheduler.turn(true);
		const isAborted = (): boolean => signal?.aborted === true;
		const send = sendIn(request, this.history.limits);
		if (send === undefined) return isAborted() ? canceled : this.service.handle(request).reaction;
		const sent: SentRequest = {
			...{ at: this.events++, execution: running.index, attempt, numbers: send.numbers },
			wishes: isOfSecond(request) ? send.wishes.map(withSecond) : send.wishes,
			...{ fault: undefined, taken: [], excess: send.excess },
		};
		this.trace.requests.push(sent);
		const ending = running.interruption?.request === running.requests++ ? running.interruption : undefined;
		if (isAborted() || ending?.after === false) return await this.end(running, sent, ending);
		const handled = this.service.handle(request);
		Object.assign(sent, { fault: handled.fault, taken: handled.taken });
		if (ending !== undefined) return await this.end(running, sent, ending);
		for (let turns = handled.fault === 'slow' ? 3 : 0; turns > 0; turns--) await this.scheduler.turn(true);
		return isAborted() ? await this.end(running, sent, undefined) : handled.reaction;
	};

	/** A request whose answer never comes, because of what ends its execution. */
	private async end(
		running: Running,
		sent: SentRequest,
		ending: Interruption | undefined,
	): Promise<Reaction> {
		sent.fault = ending?.kind ?? 'stop';
		if (ending?.kind === 'kill') {
			running.isKilled = true;
			return await new Promise<never>(() => {
				// Nobody is left to answer.
			});
		}
		running.stop.abort();
		return canceled;
	}
}

const canceled: Reaction = { code: 'ERR_CANCELED', syscall: '' };

export const runHistory = async (history: History): Promise<Trace> => await new Runner(history).run();
