import { USAGE, readArguments } from '../../simulator/src/commandLine';

describe('the command line', () => {
	it('takes port 4010 and leaves all the rest to the simulator where nothing is said', () => {
		const rules = { enforceMarketingHours: false, enforceServiceWindow: false };
		expect(readArguments([])).toEqual({ port: 4010, ...rules });
	});

	it('takes every option', () => {
		const line =
			'--port 0 --key secret --speed 60 --delivery-report-url http://127.0.0.1:1/a --incoming-sms-url http://127.0.0.1:1/b --waba-webhook-url http://127.0.0.1:1/c --rcs-webhook-url http://127.0.0.1:1/d --enforce-marketing-hours --enforce-service-window --balance 12.5 --sender Clinic --sender Shop --allowed-host simulator --allowed-host host.docker.internal';
		expect(readArguments(line.split(' '))).toEqual({
			port: 0,
			key: 'secret',
			speed: 60,
			deliveryReportUrl: 'http://127.0.0.1:1/a',
			incomingSmsUrl: 'http://127.0.0.1:1/b',
			wabaWebhookUrl: 'http://127.0.0.1:1/c',
			rcsWebhookUrl: 'http://127.0.0.1:1/d',
			enforceMarketingHours: true,
			enforceServiceWindow: true,
			balance: 12.5,
			senders: ['Clinic', 'Shop'],
			allowedHosts: ['simulator', 'host.docker.internal'],
		});
	});

	it('shows its usage, which names every option', () => {
		expect(readArguments(['--help', '--port', '1'])).toBeNull();
		const names = `port key speed delivery-report-url incoming-sms-url waba-webhook-url rcs-webhook-url
			enforce-marketing-hours enforce-service-window balance sender allowed-host help`;
		for (const name of names.split(/\s+/)) expect(USAGE).toContain(`--${name} `);
	});

	it.each([
		[['--prot', '1'], '--prot'],
		[['--port', 'http'], '--port'],
		[['--port', '65536'], '--port'],
		[['--port', '1.5'], '--port'],
		[['--port', '-1'], '--port'],
		[['--speed', ''], '--speed'],
		[['--balance', 'lots'], '--balance'],
		[['--key'], '--key'],
		[['stray'], 'stray'],
	])('refuses %j and says what is wrong', (args, named) => expect(() => readArguments(args)).toThrow(named));
});
