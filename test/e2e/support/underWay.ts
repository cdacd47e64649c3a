/** What n8n's database says of an execution. */
export interface ExecutionState {
	status: string;
	/** As SQLite holds it, in UTC: `2026-03-01 12:00:00.000`; `null` before it starts. */
	startedAt: string | null;
}

/**
 * Whether n8n is still busy with an execution. One that a kill interrupted before its first node stays `running` in n8n 2
 * for good: its recovery skips an execution whose log names no node.
 * @param n8nStartedAt when the n8n that runs now was started
 */
export function isUnderWay({ status, startedAt }: ExecutionState, n8nStartedAt: number): boolean {
	if (status !== 'running') return status === 'new' || status === 'waiting';
	return startedAt === null || Date.parse(`${startedAt.replace(' ', 'T')}Z`) >= n8nStartedAt;
}
