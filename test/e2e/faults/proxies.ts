import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { repositoryRoot } from '../../../playground/src/support/folders';
import { PlaygroundError } from '../../../playground/src/support/playgroundError';
import { freePorts } from '../../../playground/src/support/ports';
import { waitFor } from '../../../playground/src/support/waitFor';
import { edited } from '../../support/edited';
import { endWithUs } from '../support/guard';
import { needProgram } from '../support/programs';

export interface RunningProxy {
	url: string;
	close: () => Promise<void>;
}

/** Ports of n8n: two in queue mode, otherwise twice the same. */
export interface N8nPorts {
	main: number;
	webhooks: number;
	/** The one that answers waiting executions; `webhooks` unless given. */
	waiting?: number;
}

export interface Proxy {
	name: string;
	/**
	 * Starts it with the configuration for users, of `docs/proxies/`.
	 * @param folder where it writes; made here
	 * @param ports where n8n listens on 127.0.0.1, or will
	 */
	start: (folder: string, ports: N8nPorts) => Promise<RunningProxy>;
}

/** The configuration for users; each of the edits must be there to be made. */
function configurationOf(file: string, edits: Readonly<Record<string, string>> = {}): string {
	return edited(file, readFileSync(join(repositoryRoot, 'docs', 'proxies', file), 'utf8'), edits);
}

async function listens(port: number): Promise<true | undefined> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(undefined));
	});
}

interface Command {
	program: string;
	args: readonly string[];
	folder: string;
	port: number;
}

async function run({ program, args, folder, port }: Command): Promise<RunningProxy> {
	const logFile = join(folder, 'proxy.log');
	const log = openSync(logFile, 'w');
	const child = spawn(program, args, {
		cwd: folder,
		env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
		stdio: ['ignore', log, log],
	});
	closeSync(log);
	const read = (): string => readFileSync(logFile, 'utf8');
	let end: PlaygroundError | undefined;
	const whenEnded = new Promise<void>((resolve) => {
		child.once('error', (error) => {
			end = new PlaygroundError(`${program} could not be started: ${error.message}`);
			resolve();
		});
		child.once('exit', () => {
			end ??= new PlaygroundError(`${program} has ended.`, undefined, read());
			resolve();
		});
	});
	if (child.pid !== undefined) child.once('exit', endWithUs(child.pid));
	const close = async (): Promise<void> => {
		child.kill('SIGTERM');
		await whenEnded;
	};
	try {
		await waitFor(`${program} listening`, async () => await listens(port), {
			seconds: 90,
			hopeless: () => end,
		});
	} catch (error) {
		await close();
		throw error;
	}
	return { url: `http://127.0.0.1:${port}`, close };
}

/** What Debian's own nginx.conf has around a file of conf.d, but private to a folder. */
const aroundNginxSite = (folder: string): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr;
events { worker_connections 1024; }
http {
	access_log ${folder}/access.log;
	client_body_temp_path ${folder}/body;
	proxy_temp_path ${folder}/proxy;
	fastcgi_temp_path ${folder}/fastcgi;
	uwsgi_temp_path ${folder}/uwsgi;
	scgi_temp_path ${folder}/scgi;
	include ${folder}/site.conf;
}
`;

export const nginx: Proxy = {
	name: 'nginx',
	async start(folder, { main, webhooks, waiting = webhooks }) {
		const program = needProgram('nginx');
		mkdirSync(folder, { recursive: true });
		const { port } = await freePorts({ port: 0 });
		const site = configurationOf('nginx.conf', {
			'upstream n8n {\n\tserver 127.0.0.1:5678;': `upstream n8n {\n\tserver 127.0.0.1:${main};`,
			'upstream n8n_webhooks {\n\tserver 127.0.0.1:5678;': `upstream n8n_webhooks {\n\tserver 127.0.0.1:${webhooks};`,
			'upstream n8n_waiting {\n\tserver 127.0.0.1:5678;': `upstream n8n_waiting {\n\tserver 127.0.0.1:${waiting};`,
			'listen 443 ssl;': `listen 127.0.0.1:${port};`,
			'ssl_certificate ': '# ssl_certificate ',
			'ssl_certificate_key ': '# ssl_certificate_key ',
		});
		writeFileSync(join(folder, 'site.conf'), site);
		writeFileSync(join(folder, 'nginx.conf'), aroundNginxSite(folder));
		const args = ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
		return await run({ program, args, folder, port });
	},
};

export const caddy: Proxy = {
	name: 'Caddy',
	async start(folder, { main, webhooks, waiting = webhooks }) {
		const program = needProgram('caddy');
		mkdirSync(folder, { recursive: true });
		const { port } = await freePorts({ port: 0 });
		const site = configurationOf('Caddyfile', {
			'\tn8n 127.0.0.1:5678': `\tn8n 127.0.0.1:${main}`,
			'\twebhooks 127.0.0.1:5678': `\twebhooks 127.0.0.1:${webhooks}`,
			'\twaiting 127.0.0.1:5678': `\twaiting 127.0.0.1:${waiting}`,
			'n8n.example.com {': `http://127.0.0.1:${port} {`,
		});
		const alone = '{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n';
		writeFileSync(join(folder, 'Caddyfile'), `${alone}${site}`);
		const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
		return await run({ program, args, folder, port });
	},
};

export const proxies: readonly Proxy[] = [nginx, caddy];
