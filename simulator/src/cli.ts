#!/usr/bin/env node
import { USAGE, readArguments } from './commandLine';
import { startSimulator } from './simulator';

async function main(args: readonly string[]): Promise<void> {
	const options = readArguments(args);
	if (options === null) {
		process.stdout.write(USAGE);
		return;
	}
	const { url, close } = await startSimulator(options);
	process.stdout.write(
		[
			`SMSBOX simulator running at ${url}`,
			`  Phones           ${url}/`,
			`  Account and SMS  ${url}/1.1/api.php`,
			`  WhatsApp (WABA)  ${url}/waba/1.1/json/…`,
			`  RCS              ${url}/rcs/1.0/json/…`,
			`  Simulated model  ${url}/model/v1`,
			`  Control API      ${url}/__sim/state`,
			'Press Ctrl-C to stop.',
			'',
		].join('\n'),
	);
	const stop = (): void => {
		void close();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main(process.argv.slice(2)).catch((error: unknown) => {
	const message = error instanceof Error ? error.message : String(error);
	process.stderr.write(`smsbox-simulator: ${message}\nTry --help.\n`);
	process.exitCode = 1;
});
