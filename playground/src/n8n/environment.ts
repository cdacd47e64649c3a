import { delimiter, dirname, join } from 'node:path';
import { playgroundRoot, type Folders } from '../support/folders';
import type { N8nVersion } from './n8nVersion';

export interface N8nPorts {
	n8n: number;
	/** n8n's broker for its task runner: two instances on one machine need two. */
	broker: number;
}

/** What n8n may know of the caller's environment. Proxies stay out: everything here talks over loopback. */
const passedOn = ['LANG', 'LC_ALL', 'TERM', 'USER', 'LOGNAME'];

/**
 * Modules that would call out, by n8n's major version. n8n does not start with a name that it does not know.
 */
const modulesTurnedOff = new Map([
	['1', {}],
	['2', { N8N_DISABLED_MODULES: 'mcp-registry,instance-ai' }],
]);

const majorOf = ({ name }: N8nVersion): string => name.slice(0, name.indexOf('.'));

/**
 * The whole environment of n8n. It is not the caller's with additions: a setting, a proxy or a key that happens to
 * be set on this machine must not change what the playground shows.
 */
export function n8nEnvironment(
	version: N8nVersion,
	folders: Folders,
	ports: N8nPorts,
): Record<string, string> {
	const inherited = passedOn.flatMap((name): Array<[string, string]> => {
		const value = process.env[name];
		return value === undefined ? [] : [[name, value]];
	});
	return {
		...Object.fromEntries(inherited),
		// n8n starts its task runner with the first `node` it finds.
		PATH: [dirname(version.node), process.env.PATH].filter(Boolean).join(delimiter),
		HOME: folders.home,
		TMPDIR: folders.temporary,
		XDG_CACHE_HOME: folders.cache,
		XDG_CONFIG_HOME: folders.home,
		npm_config_cache: folders.cache,
		// Settings > Community nodes asks the registry for newer versions: without a network that must fail soon.
		npm_config_fetch_retries: '0',
		NO_UPDATE_NOTIFIER: '1',
		// Compiled once, n8n starts in three quarters of the time.
		NODE_COMPILE_CACHE: join(playgroundRoot, 'node_modules', '.cache', 'compiled'),

		N8N_USER_FOLDER: folders.n8n,
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(ports.n8n),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${ports.n8n}`,
		N8N_WEBHOOK_URL: `http://127.0.0.1:${ports.n8n}/`,
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
		N8N_SECURE_COOKIE: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		GENERIC_TIMEZONE: 'Europe/Paris',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',

		// Nothing here calls out: no telemetry, no news, no templates, no catalog, no license server.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		...modulesTurnedOff.get(majorOf(version)),
		N8N_PYTHON_ENABLED: 'false',
	};
}
