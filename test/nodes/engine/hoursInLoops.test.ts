/** A time in the text, and a message that is not valid at the moment at which the clock is stopped for comparing. */
import { freezeDate } from '../../support/fixtureServer';
import { inLists } from '../../support/inLists';
import { runLoop } from '../../support/loopBack';
import { clearProcessedData } from '../../support/processedData';
import { formOf, plain, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest((request) =>
	formOf(request).get('dest') === '33600000001' ? plain('OK 123456789012') : 'cut',
);
beforeEach(clearProcessedData);
afterEach(() => void jest.useRealTimers());
const toAnna = () =>
	server.requests
		.filter((request) => formOf(request).get('dest') === '33600000000')
		.map((request) => formOf(request).get('msg'));

it.each([
	['at', '2026-01-05T22:00:00+01:00'],
	['control: hours are open', '2026-01-06T08:30:00+01:00'],
])(
	'Stop With an Error, an error output that leads back, hours that open meanwhile: sent once (%s)',
	async (_what, begin) => {
		freezeDate(begin);
		let minute = 0;
		const morning = new Date('2026-01-06T09:00:00+01:00').getTime();
		// The first round takes until the morning: here by another item's request, in practice by a Wait node.
		server.onRequest = () => jest.setSystemTime(morning + (minute += 1) * 60_000);
		await runLoop(
			server.url,
			[
				{ to: '33600000000', category: 'marketing' },
				{ to: '33600000001', category: 'alert' },
			],
			{
				...sendPerItem,
				category: '={{ $json.category }}',
				text: '=Sale, sent {{ $now.toISO() }}. STOP 36180',
				...inLists({ outsideAllowedHours: 'error' }),
			},
		);
		expect(toAnna()).toHaveLength(1);
	},
);
