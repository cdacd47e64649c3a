import { parseArgs } from 'node:util';

import type { StartOptions } from './options';

export const USAGE = `Usage: smsbox-simulator [options]

Stands in for the SMSBOX service on this machine. Nothing is ever sent to anybody.

  --port N                   Port on 127.0.0.1 (default 4010; 0 takes a free one)
  --key KEY                  API key that requests must carry (default demo)
  --speed N                  Simulated seconds per real second (default 1; 0 stops the clock)
  --delivery-report-url URL  Where delivery reports go (none are sent without)
  --incoming-sms-url URL     Where incoming SMS go (they are only shown without)
  --waba-webhook-url URL     Where WABA webhooks go (incoming messages are only shown without)
  --rcs-webhook-url URL      Where RCS webhooks go (incoming messages are only shown without)
  --balance N                Credits of the account (default 1000)
  --sender NAME              A registered sender; may be repeated, the first is the default
  --help                     Show this text
`;

const DEFAULT_PORT = '4010';
const HIGHEST_PORT = 65_535;

/** The arguments make no sense; the message says which. */
class WrongUsage extends Error {
	override readonly name = 'WrongUsage';
}

function readNumber(name: string, text: string): number {
	const number = Number(text);
	if (text.trim() === '' || !Number.isFinite(number)) throw new WrongUsage(`--${name} needs a number`);
	return number;
}

function readPort(text: string): number {
	const port = readNumber('port', text);
	if (Number.isInteger(port) && port >= 0 && port <= HIGHEST_PORT) return port;
	throw new WrongUsage(`--port needs a number from 0 to ${HIGHEST_PORT}`);
}

/**
 * @returns null if only the usage is asked for
 * @throws if an argument is unknown or its value makes no sense
 */
export function readArguments(args: readonly string[]): StartOptions | null {
	const { values } = parseArgs({
		args: [...args],
		options: {
			port: { type: 'string', default: DEFAULT_PORT },
			key: { type: 'string' },
			speed: { type: 'string' },
			'delivery-report-url': { type: 'string' },
			'incoming-sms-url': { type: 'string' },
			'waba-webhook-url': { type: 'string' },
			'rcs-webhook-url': { type: 'string' },
			balance: { type: 'string' },
			sender: { type: 'string', multiple: true },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return null;
	return {
		port: readPort(values.port),
		...(values.key === undefined ? {} : { key: values.key }),
		...(values.speed === undefined ? {} : { speed: readNumber('speed', values.speed) }),
		...(values.balance === undefined ? {} : { balance: readNumber('balance', values.balance) }),
		...(values.sender === undefined ? {} : { senders: values.sender }),
		...(values['delivery-report-url'] === undefined
			? {}
			: { deliveryReportUrl: values['delivery-report-url'] }),
		...(values['incoming-sms-url'] === undefined ? {} : { incomingSmsUrl: values['incoming-sms-url'] }),
		...(values['waba-webhook-url'] === undefined ? {} : { wabaWebhookUrl: values['waba-webhook-url'] }),
		...(values['rcs-webhook-url'] === undefined ? {} : { rcsWebhookUrl: values['rcs-webhook-url'] }),
	};
}
