/** The example "RCS, with WhatsApp or SMS where it cannot be shown" over a simulator, and what came of a run. */
import type { RunResult } from '../support/engine';
import { readExample, type Fault } from './exampleHarness';
import { setUpExample } from './setUpExample';

export const name = 'rcs-with-fallback';
export const table = 'smsbox_orders';
export const start = 'Run by hand';
export const checkAsked = 'rcs.capability.check';
export const rcsAsked = 'rcs.message.send';
export const smsAsked = 'sms.message.send';

/** The three customers: the second one wrote by WhatsApp two hours ago, the third one three days ago. */
export const [camille, jean, ines] = ['+33600123456', '+33600123457', '+33600123458'] as const;
export const everybody = [camille, jean, ines];
export const texts: Readonly<Record<string, string>> = {
	[camille]: 'Hello Camille, your order A-1001 has shipped and arrives tomorrow.',
	[jean]: 'Hello Jean, your order A-1002 has shipped and arrives tomorrow.',
	[ines]: 'Hello Inès, your order A-1003 has shipped and arrives tomorrow.',
};
export const told = (...numbers: string[]) => numbers.map((number) => ({ number, text: texts[number] }));

export const byWhatsApp = (number: string) => ({
	number,
	content: { type: 'text', text: { body: texts[number], preview_url: false } },
});

/** Sets the example up for each test of a file, and looks afterwards that nothing went wrong unseen. */
export function fallbackHarness() {
	const at = setUpExample(name);
	const { pass } = at;
	beforeEach(async () => {
		await at.publish(readExample(name, { '"amount": 5': '"amount": 0' }), 'rcs');
	});

	/** Some phones cannot show RCS, or lose what they are sent. */
	async function phones(state: string, ...numbers: string[]): Promise<void> {
		for (const number of numbers) await at.harness.setPhone(number, state);
	}

	/** Runs the upper flow, and lets the statuses come. */
	async function tellAll(...faults: Fault[]): Promise<RunResult> {
		if (faults.length > 0) await at.harness.break(...faults);
		return await tellAllBut();
	}

	/** The same, where RCS leaves these people out. */
	async function tellAllBut(...numbers: string[]): Promise<RunResult> {
		const opening = '"validityPeriod": 240\n\t\t\t\t},\n\t\t\t\t"safetyOptions": {';
		const excluded = `${opening} "excludedRecipients": "${numbers.join()}",`;
		const edits = numbers.length > 0 ? { [opening]: excluded } : {};
		const result = await at.run(edits);
		await pass(60);
		return result;
	}

	/** Who was told what, by which channel. */
	const arrived = async () => ({
		rcs: (await at.harness.sentByRcs()).map(({ number, content }) => ({ number, text: content['text'] })),
		whatsApp: (await at.harness.sentByWhatsApp()).map(({ number, content }) => ({ number, content })),
		sms: await at.harness.sent(),
	});
	const asked = async (operation: string) =>
		(await at.harness.asked()).filter((one) => one === operation).length;

	/** Runs the upper flow up to where n8n is killed: before a column of the table is written once more. */
	async function killedAfter(writes: number, column: string): Promise<void> {
		at.tables.endAfter(writes, column);
		expect((await at.harness.run(readExample(name), start)).status).toBe('error');
		at.tables.goOn();
	}

	return Object.assign(at, { phones, tellAll, tellAllBut, arrived, asked, killedAfter });
}
