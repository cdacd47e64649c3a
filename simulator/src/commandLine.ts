import { parseArgs } from 'node:util';

import type { StartOptions } from './core/options';

export const USAGE = `Usage: smsbox-simulator [options]

Simulates the SMSBOX service on this machine. No message leaves it.

  --port N                   Port on 127.0.0.1 (default 4010; 0 picks a free one)
  --key KEY                  API key that requests must send (default demo)
  --speed N                  Simulated seconds per real second (default 1; 0 stops the clock)
  --delivery-report-url URL  Receives delivery reports
  --incoming-sms-url URL     Receives incoming SMS
  --waba-webhook-url URL     Receives WhatsApp webhooks
  --rcs-webhook-url URL      Receives RCS webhooks
  --enforce-marketing-hours  Reject marketing SMS at night, on Sundays and holidays
  --enforce-service-window   Fail WhatsApp messages to people who haven't written in 24 hours
  --balance N                Credits of the account (default 1000)
  --sender NAME              Registered sender ID; repeat for more, the first is the default
  --allowed-host NAME        Another host name of the service, for containers; repeat for more
  --help                     Show this text

Without a URL, the simulator sends no callbacks of that kind.
`;

const DEFAULT_PORT = '4010';
const HIGHEST_PORT = 65_535;

/** Thrown for an invalid argument; the message names it. */
class WrongUsage extends Error {
	override readonly name = 'WrongUsage';
}

function readNumber(name: string, text: string): number {
	const number = Number(text);
	if (text.trim() === '' || !Number.isFinite(number)) throw new WrongUsage(`--${name} must be a number`);
	return number;
}

function readPort(text: string): number {
	const port = readNumber('port', text);
	if (Number.isInteger(port) && port >= 0 && port <= HIGHEST_PORT) return port;
	throw new WrongUsage(`--port must be a whole number from 0 to ${HIGHEST_PORT}`);
}

/**
 * Parses the command line.
 * @returns null for `--help`
 * @throws if an argument is unknown or invalid
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
			'enforce-marketing-hours': { type: 'boolean', default: false },
			'enforce-service-window': { type: 'boolean', default: false },
			balance: { type: 'string' },
			sender: { type: 'string', multiple: true },
			'allowed-host': { type: 'string', multiple: true },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return null;
	return {
		port: readPort(values.port),
		enforceMarketingHours: values['enforce-marketing-hours'],
		enforceServiceWindow: values['enforce-service-window'],
		...(values.key === undefined ? {} : { key: values.key }),
		...(values.speed === undefined ? {} : { speed: readNumber('speed', values.speed) }),
		...(values.balance === undefined ? {} : { balance: readNumber('balance', values.balance) }),
		...(values.sender === undefined ? {} : { senders: values.sender }),
		...(values['allowed-host'] === undefined ? {} : { allowedHosts: values['allowed-host'] }),
		...(values['delivery-report-url'] === undefined
			? {}
			: { deliveryReportUrl: values['delivery-report-url'] }),
		...(values['incoming-sms-url'] === undefined ? {} : { incomingSmsUrl: values['incoming-sms-url'] }),
		...(values['waba-webhook-url'] === undefined ? {} : { wabaWebhookUrl: values['waba-webhook-url'] }),
		...(values['rcs-webhook-url'] === undefined ? {} : { rcsWebhookUrl: values['rcs-webhook-url'] }),
	};
}
