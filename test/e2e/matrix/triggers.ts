import type { Execution } from '../../../playground/src/n8n/executions';
import { storedBytes } from '../../../playground/src/n8n/executions';
import type { SimulatorApi } from '../../../playground/src/simulatorApi';
import { at, textAt } from '../../../playground/src/support/json';
import { wasTooBusy } from '../support/webhooks';
import { done, publishChain, trigger as triggerNode, type Published } from '../support/workflow';
import { allEnded, passTime } from '../support/runs';
import { causes, person, triggers, type Cause, type Trigger } from './events';
import { withoutIds } from './withoutIds';
import type { World } from './world';

type Name = keyof typeof triggers;

/** What of a trigger's execution two versions must agree on. */
interface Outcome {
	status: string;
	mode: string;
	output: unknown;
	files: ReadonlyArray<{ fileName: string; mimeType: string; bytes: number; isWhole: boolean }>;
	/** Whether the sender sees it as read, and the trigger says so. */
	isRead: boolean;
}

async function publish({ real, credential }: World, name: Name): Promise<Published> {
	const { type, parameters, setting, credential: needed }: Trigger = triggers[name];
	const published = await publishChain(
		real,
		credential,
		type,
		{ ...triggerNode(type, parameters), ...(needed ? { credentials: { smsboxApi: {} } } : {}) },
		done,
	);
	await real.simulator.configure({ [setting]: published.url });
	return published;
}

/** What the service has of a file: WABA names it by its id, RCS by its address. */
async function sentFile(simulator: SimulatorApi, event: unknown): Promise<Buffer> {
	const address = textAt(event, 'file', 'url');
	if (address === '') return await simulator.file(textAt(event, 'file', 'id'));
	return Buffer.from(await (await fetch(address)).arrayBuffer());
}

async function outcomeOf({ real }: World, execution: Execution): Promise<Outcome> {
	const [event] = execution.output.Trigger ?? [];
	const files = await Promise.all(
		(execution.files.Trigger ?? []).map(async (stored) => {
			const bytes = await storedBytes(real.api, stored);
			const sent = await sentFile(real.simulator, event);
			const { fileName, mimeType } = stored;
			return { fileName, mimeType, bytes: bytes.length, isWhole: bytes.equals(sent) };
		}),
	);
	const messages = await real.simulator.messages(person);
	const own = messages.find(({ messageId }) => messageId === textAt(event, 'messageId'));
	const isRead = own?.isRead === true && at(event, 'markedAsRead') === true;
	return { status: execution.status, mode: execution.mode, output: execution.output.Trigger, files, isRead };
}

/** Lets it happen, and gives the executions that came of it. */
async function startedBy(world: World, cause: Cause, { id }: Published): Promise<Outcome[]> {
	const { simulator } = world.real;
	const known = (await allEnded(world.reader, id)).map((execution) => execution.id);
	await cause.happen(simulator);
	// n8n 1 answers callbacks before it has stored their executions.
	await passTime(simulator, 60);
	const ended = await allEnded(world.reader, id, known.length + cause.events.length);
	const started = ended.filter((execution) => !known.includes(execution.id));
	return await Promise.all(started.map(async (execution) => await outcomeOf(world, execution)));
}

/** Every trigger of the package gets every kind of event by real HTTP, in each version. */
export function triggerChecks(worlds: () => readonly World[]): void {
	describe('every trigger, told by the service', () => {
		const published = new Map<World, Record<Name, Published>>();

		const workflowOf = (world: World, name: Name): Published => {
			const found = published.get(world)?.[name];
			if (found === undefined) throw new Error(`The trigger ${name} is not published`);
			return found;
		};

		beforeAll(async () => {
			for (const world of worlds())
				published.set(world, {
					deliveryReport: await publish(world, 'deliveryReport'),
					incomingSms: await publish(world, 'incomingSms'),
					waba: await publish(world, 'waba'),
					rcs: await publish(world, 'rcs'),
				});
		});

		afterAll(async () => {
			for (const { real } of worlds())
				await real.simulator.configure({
					deliveryReportUrl: null,
					incomingSmsUrl: null,
					wabaWebhookUrl: null,
					rcsWebhookUrl: null,
				});
		});

		it.each(causes)('$trigger: $name starts the same in each version', async (cause) => {
			const happen = async (): Promise<Outcome[][]> =>
				await Promise.all(
					worlds().map(async (world) => await startedBy(world, cause, workflowOf(world, cause.trigger))),
				);
			let outcomes = await happen();
			for (let more = 2; more > 0 && outcomes.flat().some(({ output }) => wasTooBusy(at(output, 0))); more--)
				outcomes = await happen();
			for (const outcome of outcomes) {
				expect(outcome.map(({ output }) => textAt(output, 0, 'event'))).toEqual(cause.events);
				expect(outcome.map(({ status, mode }) => `${status} ${mode}`)).toEqual(
					cause.events.map(() => 'success webhook'),
				);
				const areRead = cause.events.map((event) => event === 'incoming_message');
				expect(outcome.map(({ isRead }) => isRead)).toEqual(areRead);
				expect(outcome.flatMap(({ files }) => files).filter(({ isWhole }) => !isWhole)).toEqual([]);
			}
			const [first, ...others] = outcomes.map((outcome) => withoutIds(outcome, { keepTimes: true }));
			for (const other of others) expect(other).toEqual(first);
		});
	});
}
