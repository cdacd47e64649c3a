/** What the history trigger returns of a history with statuses of all kinds. */
import { HistoryPolling, polledUntil } from '../support/historyPolling';
import { serveScript } from '../support/httpServer';
import { plain } from '../support/runNode';
import type { Outputs } from './options';

const now = Date.parse('2026-06-15T20:00:00Z');

/** Each as a new message, and as a status. */
const events = ['newMessage', 'statusChanged'] as const;

export async function runPoll(): Promise<Outputs> {
	const lines = ['0', '7', '9', '10', '-1', '42'].map(
		(code, index) => `15/06/2026 20:00:00;12345678901${index};33600123456;MyCompany;0;1;${code}`,
	);
	const service = await serveScript(() => plain(lines.join('\n')));
	try {
		const trigger = new HistoryPolling(service.url, () => now, { events: [...events] });
		trigger.stage.saved = polledUntil(now - 24 * 3600 * 1000, { events });
		await trigger.publish();
		return [{ from: 'history', items: trigger.items }];
	} finally {
		await service.close();
	}
}
