import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootN8n } from '../../playground/src/boot';
import { checkMachine } from '../../playground/src/roundTrips/checks';
import { DataFolder } from '../../playground/src/dataFolder';
import { parseFlatted } from '../../playground/src/n8n/flatted';
import { foldersOf, makeFolders, n8nDataOf, playgroundRoot } from '../../playground/src/support/folders';
import { textAt } from '../../playground/src/support/json';
import { pinnedN8n } from '../../playground/src/n8n/n8nVersion';
import { N8nEnded, PlaygroundError } from '../../playground/src/support/playgroundError';
import { freePorts } from '../../playground/src/support/ports';
import { describeFailure } from '../../playground/src/support/print';
import { waitFor } from '../../playground/src/support/waitFor';
import { readSamples } from '../../playground/src/n8n/workflows';

let root: string;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'smsbox-playground-'));
});

afterEach(() => {
	rmSync(root, { recursive: true, force: true });
});

/** Makes a file with its folders. */
function put(file: string, content: string): void {
	mkdirSync(join(file, '..'), { recursive: true });
	writeFileSync(file, content);
}

const silent = (): void => undefined;

/** A process with these words in its command line, which ends with its input. */
const spawnNamed = (...words: string[]) =>
	spawn(process.execPath, ['-e', 'process.stdin.resume()', ...words]);

const built = JSON.stringify(join(playgroundRoot, 'dist', 'dataFolder.js'));

/** A process that has taken the folder, as a playground whose n8n is the given process. */
async function spawnPlayground(n8n = 0) {
	const script = `const data = new (require(${built}).DataFolder)(process.argv[1]);
		data.take(() => {}).then(() => {
			data.hold({ n8n: Number(process.argv[2]), editor: 'http://127.0.0.1:5678' });
			console.log('taken');
		});
		process.stdin.resume()`;
	const playground = spawn(process.execPath, ['-e', script, root, String(n8n)]);
	await once(playground.stdout, 'data');
	return playground;
}

/** What a playground in another environment says when it takes the folder. */
function takeIn(env: Readonly<Record<string, string>>): string {
	const script = `new (require(${built}).DataFolder)(process.argv[1]).take(() => {}).then(
		() => console.log('taken'),
		({ message }) => console.log(message),
	)`;
	return execFileSync(process.execPath, ['-e', script, root], { env, encoding: 'utf8' }).trim();
}

describe('the data folder', () => {
	const { PATH = '' } = process.env;
	const refused = 'A playground is already running: http://127.0.0.1:5678.';
	const withoutPs: [string, Record<string, string>] = ['on a machine without ps', { PATH: playgroundRoot }];

	it.each<[string, Record<string, string>]>([
		['in a wide terminal', { PATH }],
		['in a narrow terminal', { PATH, COLUMNS: '20' }],
		// Linux needs no `ps` to tell what runs; elsewhere it is part of the system.
		...(existsSync('/proc/self/cmdline') ? [withoutPs] : []),
	])('is refused to a second playground %s, which is told where the first one runs', async (_, env) => {
		const first = await spawnPlayground();
		try {
			expect(takeIn(env)).toBe(refused);
		} finally {
			first.kill();
		}
	});

	it('is refused to a second playground while one of an earlier version runs, whose lock names no folder', async () => {
		const first = await spawnPlayground();
		try {
			const lock = readFileSync(join(root, 'running.json'), 'utf8');
			put(join(root, 'running.json'), JSON.stringify({ ...JSON.parse(lock), folder: undefined }));
			expect(takeIn({ PATH })).toBe(refused);
		} finally {
			first.kill();
		}
	});

	it('is refused to a second playground, and taken where it is a copy, and the n8n of the first is left alone', async () => {
		const n8n = spawnNamed(pinnedN8n.entry, 'start');
		const first = await spawnPlayground(n8n.pid);
		const copy = mkdtempSync(join(tmpdir(), 'smsbox-copy-'));
		const notes: string[] = [];
		try {
			expect(takeIn({ PATH })).toBe(refused);
			cpSync(root, copy, { recursive: true });
			await new DataFolder(copy).take((note) => notes.push(note));
			expect(notes).toEqual([]);
			expect(n8n.exitCode ?? n8n.signalCode).toBeNull();
		} finally {
			first.kill();
			n8n.kill();
			rmSync(copy, { recursive: true, force: true });
		}
	});

	it('is taken from a process that is something else now', async () => {
		const other = spawnNamed('playground/dist/start.js');
		try {
			const lock = { pid: other.pid, command: 'node playground/dist/start.js', n8n: 0, editor: '' };
			put(join(root, 'running.json'), JSON.stringify(lock));
			expect(takeIn({ PATH })).toBe('taken');
		} finally {
			other.kill();
		}
	});

	it('is taken from a killed playground once its n8n has ended, and says what it waits for', async () => {
		const orphan = spawnNamed(pinnedN8n.entry, 'start');
		const ended = once(orphan, 'exit');
		const notes: string[] = [];
		try {
			const take = async () => {
				put(join(root, 'running.json'), JSON.stringify({ pid: 0, n8n: orphan.pid, editor: '' }));
				await new DataFolder(root).take((note) => {
					notes.push(note);
					orphan.stdin.end();
				});
			};
			await take();
			// Once more there is nothing to wait for: the first went on only when the process had ended.
			await take();
			// Node.js hears of the end a moment later.
			await expect(ended).resolves.toEqual([0, null]);
		} finally {
			orphan.kill();
		}
		expect(notes).toEqual([expect.stringContaining('to stop')]);
	});

	it.each([
		[
			'left by a playground that was killed',
			JSON.stringify({ pid: 2 ** 22 + 1, n8n: 2 ** 22 + 2, editor: '' }),
		],
		['cut short', '{"pid":'],
		['of a process that is something else now', JSON.stringify({ pid: 1, n8n: 1, editor: '' })],
	])('is taken in spite of a lock %s', async (_, lock) => {
		put(join(root, 'running.json'), lock);
		await new DataFolder(root).take(silent);
		expect(textAt(JSON.parse(readFileSync(join(root, 'running.json'), 'utf8')), 'pid')).toBe(
			String(process.pid),
		);
	});

	it('loses what a killed first start has left, and keeps its lock and what was set aside', async () => {
		const data = new DataFolder(root);
		await data.take(silent);
		const folders = makeFolders(root);
		put(join(n8nDataOf(folders), 'config'), '{');
		put(join(root, 'set-aside-1', 'n8n-data', 'config'), 'old');
		expect(data.isPrepared()).toBe(false);
		data.removeUnprepared();
		expect(readdirSync(root).sort()).toEqual(['running.json', 'set-aside-1']);
	});

	it('sets aside all but its lock, under a new name each time', async () => {
		const data = new DataFolder(root);
		await data.take(silent);
		for (const content of ['first', 'second']) {
			const folders = makeFolders(root);
			data.markPrepared();
			put(join(n8nDataOf(folders), 'config'), content);
			put(join(folders.logs, 'n8n.log'), content);
			const kept = foldersOf(data.setAside() ?? '');
			expect(readFileSync(join(n8nDataOf(kept), 'config'), 'utf8')).toBe(content);
			expect(readFileSync(join(kept.logs, 'n8n.log'), 'utf8')).toBe(content);
			expect(data.isPrepared()).toBe(false);
		}
		expect(data.setAside()).toBeUndefined();
		expect(readdirSync(root).sort()).toEqual(['running.json', 'set-aside-1', 'set-aside-2']);
		data.empty();
		expect(readdirSync(root)).toEqual(['running.json']);
	});
});

describe('a machine', () => {
	const program = (content: string): string => {
		const file = join(root, 'node');
		writeFileSync(file, content, { mode: 0o755 });
		return file;
	};

	it.each([
		['has no n8n', () => ({ entry: join(root, 'n8n') }), /not fully installed: .*n8n is missing/],
		[
			"cannot run n8n's Node.js",
			() => ({ node: program('#!/no/such/loader\n') }),
			/does not run on this machine/,
		],
		["lacks n8n's database", () => ({ entry: program('') }), /sqlite3.* not installed/],
	])('that %s is told so, and what to do', (_, lacking, message) => {
		const told: unknown[] = [];
		try {
			checkMachine({ ...pinnedN8n, ...lacking() });
		} catch (error) {
			told.push(error);
		}
		expect(told).toEqual([
			expect.objectContaining({ message: expect.stringMatching(message), remediation: expect.any(String) }),
		]);
		expect(told[0]).toBeInstanceOf(PlaygroundError);
	});

	it('that has all of it is told nothing', () => {
		expect(() => checkMachine(pinnedN8n)).not.toThrow();
	});
});

describe('the command', () => {
	it('does not break where nobody reads what it says any more', async () => {
		const command = spawn(process.execPath, [join(playgroundRoot, 'dist', 'start.js'), '--help']);
		command.stdout.destroy();
		let complaints = '';
		command.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString('utf8')));
		const [exitCode]: unknown[] = await once(command, 'close');
		expect({ exitCode, complaints }).toEqual({ exitCode: 0, complaints: '' });
	});
});

describe('ports', () => {
	it('are the preferred ones where those are free, others where not, and never twice the same', async () => {
		const taken = createServer();
		await new Promise<void>((resolve) => {
			taken.listen(0, '127.0.0.1', resolve);
		});
		try {
			const port = Number(textAt(taken.address(), 'port'));
			const { free } = await freePorts({ free: 0 });
			const found = await freePorts({ wanted: free, busy: port, any: 0, other: 0 });
			expect(found.wanted).toBe(free);
			expect(found.busy).not.toBe(port);
			expect(new Set(Object.values(found)).size).toBe(4);
			expect(Object.values(found).every((number) => number > 0)).toBe(true);
		} finally {
			taken.close();
		}
	});
});

describe('a failure', () => {
	it.each([
		[
			'of the system is a sentence with a remedy',
			() => mkdirSync(root),
			/^.*EEXIST.*\n {2}Check the disk space/,
		],
		['of the code has its stack', () => parseFlatted('{}'), /\n +at /],
	])('%s', (_, fail, told) => {
		const failures: unknown[] = [];
		try {
			fail();
		} catch (error) {
			failures.push(error);
		}
		expect(failures.map(describeFailure)).toEqual([expect.stringMatching(told)]);
	});
});

describe('waiting', () => {
	it('is given up at once when it has become hopeless, with the reason', async () => {
		const hopeless = () => new PlaygroundError('n8n has ended');
		await expect(waitFor('the moon', async () => undefined, { seconds: 600, hopeless })).rejects.toThrow(
			'n8n has ended',
		);
	});

	it('ends with what was waited for and what was seen', async () => {
		const seen = () => 'two other things were there';
		await expect(waitFor('the moon to rise', async () => undefined, { seconds: 0, seen })).rejects.toThrow(
			'Timed out after 0 s waiting for the moon to rise (two other things were there).',
		);
	});
});

describe('stored executions', () => {
	it('are read back, shared parts and loops included', () => {
		const read = parseFlatted('[{"text":"1","same":"1","list":"2","n":3},"7",["1","0",null,true]]');
		expect(read).toMatchObject({ text: '7', same: '7', n: 3 });
		expect(textAt(read, 'list', 0)).toBe('7');
		expect(textAt(read, 'list', 1, 'list', 0)).toBe('7');
	});
});

describe('the sample workflows', () => {
	it('have ids that n8n keeps static data for, and webhook ids of their own', () => {
		const workflows = readSamples();
		expect(workflows.length).toBeGreaterThan(0);
		const webhookIds = workflows
			.flatMap(({ nodes }) => nodes.map((node) => textAt(node, 'webhookId')))
			.filter(Boolean);
		expect(new Set(webhookIds).size).toBe(webhookIds.length);
		for (const { id } of workflows) expect(id).toMatch(/^\w{1,21}$/);
	});

	it('say in a note what happens in them', () => {
		for (const { name, nodes } of readSamples()) {
			const notes = nodes.filter((node) => textAt(node, 'type') === 'n8n-nodes-base.stickyNote');
			expect(`${name}: ${notes.map((note) => textAt(note, 'parameters', 'content')).join('')}`).toMatch(
				/.: ## ./,
			);
		}
	});
});

describe('an n8n that cannot start', () => {
	it("is reported with n8n's own last words", async () => {
		const folders = makeFolders(root);
		put(join(n8nDataOf(folders), 'config'), '{"encryptionKey":');
		const failure: unknown = await bootN8n(folders, 0).then(
			() => undefined,
			(error: unknown) => error,
		);
		expect(failure).toBeInstanceOf(N8nEnded);
		const told = describeFailure(failure);
		expect(told).toMatch(/n8n exited \(exit code 1\)/);
		expect(told).toMatch(/\| .*config/);
	});
});
