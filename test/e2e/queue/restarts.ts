import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilServed } from '../../../playground/src/n8n/workflows';
import { rawGet } from '../support/rawGet';
import { done, trigger } from '../support/workflow';
import { deliveryReport } from '../support/deliveryReport';
import { figure } from '../support/report';
import type { Stage } from './fleet';
import type { Member } from './member';
import { startedByAll } from './queries';
import { publish, type Served } from './workflows';

/** Twelve digits each, and never twice the same. */
let last = 840_000_000_000;

/** What a webhook processor answered to one callback after the other. */
interface Answers {
	/** References of the callbacks that were acknowledged. */
	acknowledged: string[];
	/** How often each other answer came: a status, an `OK` that is none, or that there was no answer. */
	others: Map<string, number>;
}

const told = (others: Answers['others']): string =>
	[...others].map(([answer, count]) => `${count} × ${answer}`).join(', ') || 'nothing else';

/** Callbacks that come while a process restarts: what the other processes, and it itself, answer to them. */
export function restartChecks(name: string, { fleet }: Stage): void {
	describe('callbacks that come while a process restarts', () => {
		const answersFirst = name.startsWith('1.');
		let served: Served;

		beforeAll(async () => {
			served = await publish(fleet(), 'Restarts', trigger('smsboxDeliveryReportTrigger', {}), done);
		});

		/** Calls the first webhook processor without a pause while a process stops and starts again. */
		const whileItRestarts = async (member: Member): Promise<Answers> => {
			const answers: Answers = { acknowledged: [], others: new Map() };
			let isOver = false;
			const restart = async (): Promise<void> => {
				await member.stop();
				await member.start();
				// n8n 1 says that it is ready before it serves its webhooks.
				await waitUntilServed({ method: 'GET', url: served.urls[0] });
				isOver = true;
			};
			const call = async (): Promise<void> => {
				while (!isOver) {
					const reference = String(++last);
					const reply = await rawGet(served.urls[0], deliveryReport(reference)).catch(() => undefined);
					const isOk = reply?.status === 200 && reply.body === 'OK';
					const answer =
						reply === undefined ? 'no answer' : `${reply.status}${reply.status === 200 ? ', not OK' : ''}`;
					if (isOk) answers.acknowledged.push(reference);
					else answers.others.set(answer, (answers.others.get(answer) ?? 0) + 1);
					await sleep(20);
				}
			};
			await Promise.all([restart(), call()]);
			return answers;
		};

		/** How many of those that were acknowledged started nothing; the others stand in the database, once each. */
		const lost = async ({ acknowledged }: Answers): Promise<number> => {
			const { byReference } = await startedByAll(fleet(), served, acknowledged);
			const counts = acknowledged.map((reference) => byReference.get(reference) ?? 0);
			expect(Math.max(...counts)).toBeLessThanOrEqual(1);
			return counts.filter((count) => count === 0).length;
		};

		const row = (what: string, { acknowledged, others }: Answers, missing: number): void =>
			figure(
				'Queue mode',
				`${name}: answers while ${what} restarts`,
				`${acknowledged.length} × OK, of which lost: ${missing}`,
				told(others),
			);

		it('are acknowledged by a webhook processor while the main process does', async () => {
			const answers = await whileItRestarts(fleet().main);
			const missing = await lost(answers);
			row('the main process', answers, missing);
			expect(answers.acknowledged.length).toBeGreaterThan(0);
			expect(told(answers.others)).toBe('nothing else');
			expect(missing).toBe(0);
		});

		it('at the webhook processor that does are lost only by an n8n that answers before it has stored them', async () => {
			const answers = await whileItRestarts(fleet().processors[0]);
			const missing = await lost(answers);
			row('the webhook processor that is called', answers, missing);
			// n8n 1 sends its OK first; what comes while it is shutting down may then be lost.
			if (!answersFirst) expect(missing).toBe(0);
		});
	});
}
