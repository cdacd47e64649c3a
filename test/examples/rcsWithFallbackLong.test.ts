import { rcsAsked, camille, name, told } from './fallbackHarness';
import { readExample } from './exampleHarness';
import { perhaps, perhapsReference, setUpExample } from './setUpExample';
import { waitOnClock } from './waitOnClock';

describe('the example "RCS, with WhatsApp or SMS where it cannot be shown", with a long list', () => {
	/** What has happened once so many seconds have passed. */
	let pass: (seconds: number) => Promise<void>;
	const at = setUpExample(name, { nodes: () => waitOnClock(async (seconds) => await pass(seconds)) });

	it('sends the SMS for a message that fails a minute before its row is stored', async () => {
		pass = async (seconds) => {
			if (seconds > 60) await at.run();
		};
		await at.publish(readExample(name), 'rcs');
		await at.harness.break(perhaps(rcsAsked, camille));
		await at.harness.receiveByRcs({
			from: camille,
			requestType: 'status_update',
			reference: perhapsReference,
			data: { type: 'event', eventType: 'FAILED', timestamp: '1719576000' },
		});
		await at.started();
		expect(await at.harness.sent()).toEqual(told(camille));
	});
});
