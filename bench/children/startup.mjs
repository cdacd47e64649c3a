/**
 * Requires nodes: those of the built package (`own`), whose descriptions it builds too, or n8n's own for messages (`n8n`, with
 * the folder of that n8n). Prints the milliseconds of CPU that it takes beyond n8n-workflow: nothing is waited for, and
 * other work of the machine does not count.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';

const [whose, n8nFolder] = process.argv.slice(2);
const manifest = new URL('../../package.json', import.meta.url);

function ours() {
	const { n8n } = JSON.parse(readFileSync(manifest, 'utf8'));
	return {
		require: createRequire(manifest),
		files: [...n8n.nodes, ...n8n.credentials].map((file) => `./${file}`),
	};
}

function theirs() {
	const nodes = createRequire(`${realpathSync(n8nFolder)}/`).resolve('n8n-nodes-base/package.json');
	const names = [
		'WhatsApp/WhatsApp',
		'WhatsApp/WhatsAppTrigger',
		'Twilio/Twilio',
		'Twilio/TwilioTrigger',
		'Telegram/Telegram',
		'Telegram/TelegramTrigger',
	];
	return { require: createRequire(nodes), files: names.map((name) => `./dist/nodes/${name}.node.js`) };
}

const { require, files } = whose === 'own' ? ours() : theirs();
require('n8n-workflow');
const time = (work) => {
	const began = process.cpuUsage();
	const result = work();
	const { user, system } = process.cpuUsage(began);
	return { result, milliseconds: (user + system) / 1000 };
};
const required = time(() => files.map((file) => require(file)));
const described =
	whose === 'own' ? time(() => required.result.flatMap(Object.values).map((Type) => new Type())) : undefined;
console.log(JSON.stringify({ required: required.milliseconds, described: described?.milliseconds }));
