/** What n8n's database says of an execution. */
export interface ExecutionState {
	status: string;
	/** When it started, or was stored if it did not yet. As SQLite holds it, in UTC: `2026-03-01 12:00:00.000`. */
	since: string;
}

/**
 * Whether n8n is still busy with an execution. One that a kill interrupted before its first node stays `new` for good, or
 * `running` in n8n 2: its recovery skips what is `new`, and an execution whose log names no node.
 * @param n8nStartedAt when the n8n that runs now was started
 */
export function isUnderWay({ status, since }: ExecutionState, n8nStartedAt: number): boolean {
	if (status !== 'new' && status !== 'running') return status === 'waiting';
	return Date.parse(`${since.replace(' ', 'T')}Z`) >= n8nStartedAt;
}
