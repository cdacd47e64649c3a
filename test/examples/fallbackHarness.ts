/** The example "RCS, with WhatsApp or SMS where it cannot be shown" over a simulator, and what came of a run. */
import type { RunResult } from '../support/engine';
import type { Fault } from './exampleHarness';
import { setUpExample } from './setUpExample';

export const name = 'rcs-with-fallback';
export const table = 'smsbox_orders';
/** What the service is asked for. */
export const asked = {
	check: 'rcs.capability.check',
	rcs: 'rcs.message.send',
	whatsApp: 'waba.message.sendText',
	sms: 'sms.message.send',
};

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

/** What arrives where all phones can show RCS, and where none can. */
export const allByRcs = { rcs: told(...everybody), whatsApp: [], sms: [] };
export const noneByRcs = { rcs: [], whatsApp: [byWhatsApp(jean)], sms: told(camille, ines) };

/** The status of a message to Camille by RCS that has failed. */
export const failed = (reference: string) => ({
	from: camille,
	requestType: 'status_update',
	reference,
	data: { type: 'event', eventType: 'FAILED', timestamp: '1719576000' },
});

/** Sets the example up for each test of a file, and looks afterwards that nothing went wrong unseen. */
export function fallbackHarness() {
	const at = setUpExample(name, { published: 'rcs', edits: { '"amount": 5': '"amount": 0' } });

	/** Some phones cannot show RCS, or lose what they are sent. */
	const phones = async (state: string, ...numbers: string[]) => await at.harness.setPhones(state, ...numbers);

	/** Runs the upper flow, and lets the statuses come. */
	async function tellAll(...faults: Fault[]): Promise<RunResult> {
		if (faults.length > 0) await at.harness.break(...faults);
		const result = await at.run();
		await at.pass(60);
		return result;
	}

	/** Who was told what, by which channel. */
	const arrived = async () => ({
		rcs: (await at.harness.sentByRcs()).map(({ number, content }) => ({ number, text: content['text'] })),
		whatsApp: await at.harness.sentByWhatsApp(),
		sms: await at.harness.sent(),
	});

	/** Runs the upper flow up to where n8n is killed: before a column of the table is written once more. */
	async function killedAfter(writes: number, column: string): Promise<void> {
		at.tables.endAfter(writes, column);
		await at.fail();
		at.tables.goOn();
	}

	return Object.assign(at, { phones, tellAll, arrived, killedAfter });
}
