/**
 * What n8n's engine wants from the process before anything runs in it: a user folder of its own (never the
 * developer's), quiet outputs, and a way to read what was logged. Import this before `n8n-core`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
process.env['N8N_USER_FOLDER'] = folder;
process.env['N8N_ENCRYPTION_KEY'] = 'a key of the test harness, worth nothing';
process.env['N8N_LOG_LEVEL'] = 'debug';
process.env['N8N_DIAGNOSTICS_ENABLED'] = 'false';

import { CredentialTestContext, InstanceSettings } from 'n8n-core';
import { LoggerProxy } from 'n8n-workflow';
import { containerOf } from './internals';

/** One entry of n8n's log, as the engine or a node wrote it. */
export interface LogEntry {
	level: string;
	message: string;
	/** The entry's metadata, as far as JSON can hold it. */
	metadata: unknown;
}

const listeners = new Set<(entry: LogEntry) => void>();

/** The same sink for the nodes' logger (`this.logger`) and the engine's own. Nothing is printed. */
function record(level: string, message: string, metadata: unknown): void {
	for (const listener of listeners) listener({ level, message, metadata });
}

// The settings are read, and their file written, when they are first asked for: so now, and the folder can go.
containerOf('n8n-core').get(InstanceSettings);
rmSync(folder, { recursive: true, force: true });

const { logger } = new CredentialTestContext();
Object.defineProperty(logger, 'log', { value: record, configurable: true });
LoggerProxy.init(logger);

/** Ends all collecting: a run that was killed never stops its own, and would collect what all later ones log. */
export const stopAllListening = (): void => {
	listeners.clear();
};

/**
 * Collects what n8n logs while something runs. Several runs at once hear each other's entries.
 * @returns the entries so far, and what ends the collecting
 */
export function listenToLogs(): { logs: LogEntry[]; stop: () => void } {
	const logs: LogEntry[] = [];
	const listener = (entry: LogEntry): void => void logs.push(entry);
	listeners.add(listener);
	return { logs, stop: () => void listeners.delete(listener) };
}
