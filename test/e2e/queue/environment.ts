import { databaseUser } from './postgres';

/** Where the shared services of a fleet are. */
export interface SharedServices {
	redisPort: number;
	postgresPort: number;
	/** The address under which the service and phones reach n8n. */
	webhookUrl: string;
}

export type Role = 'main' | 'worker' | 'webhook';

/** n8n's command for each kind of process. */
export const commands = { main: 'start', worker: 'worker', webhook: 'webhook' } as const satisfies Record<
	Role,
	string
>;

/** An n8n with its data in {@link startPostgres}. */
export const postgresEnvironment = (port: number): Record<string, string> => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(port),
	DB_POSTGRESDB_DATABASE: databaseUser,
	DB_POSTGRESDB_USER: databaseUser,
	DB_POSTGRESDB_PASSWORD: databaseUser,
});

/** What all processes share. `docs/self-hosting.md` and `playground/queue/compose.yaml` name the same. */
const shared = ({ redisPort, postgresPort, webhookUrl }: SharedServices): Record<string, string> => ({
	EXECUTIONS_MODE: 'queue',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redisPort),
	// A short absence of Redis ends n8n after ten seconds otherwise, counted over several absences.
	QUEUE_BULL_REDIS_TIMEOUT_THRESHOLD: '60000',
	...postgresEnvironment(postgresPort),
	N8N_ENCRYPTION_KEY: 'queue-mode-of-the-playground',
	// Files go where all processes can read them. It is n8n 2's default in queue mode, and not 1's.
	N8N_DEFAULT_BINARY_DATA_MODE: 'database',
	N8N_AVAILABLE_BINARY_DATA_MODES: 'filesystem,database',
	// n8n 1 would run an execution once more whose worker died in the middle of it; n8n 2 never does.
	QUEUE_WORKER_MAX_STALLED_COUNT: '0',
	// n8n 2 answers a callback several times faster with it; n8n 1 knows nothing of it.
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	// What the editor shows as Production URL: its name in n8n 2, and the one that both read.
	N8N_WEBHOOK_URL: webhookUrl,
	WEBHOOK_URL: webhookUrl,
});

const own: Record<Role, Record<string, string>> = {
	main: { N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true' },
	worker: { QUEUE_HEALTH_CHECK_ACTIVE: 'true' },
	webhook: {},
};

/** The settings of queue mode for one kind of process. */
export function queueEnvironment(role: Role, services: SharedServices): Record<string, string> {
	return { ...shared(services), ...own[role] };
}

/** Only for tests: a dead worker's job is noticed in seconds, not up to a minute and a half. A busy one must not seem dead. */
export const impatient: Record<string, string> = {
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};
