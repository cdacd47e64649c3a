/** A dry run outside of the hours for marketing: its hints are true. */
import { freezeDate } from '../../support/fixtureServer';
import { inLists } from '../../support/inLists';
import { clearProcessedData } from '../../support/processedData';
import { hintsOf, outputOf, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
beforeEach(clearProcessedData);
afterEach(() => void jest.useRealTimers());

it('says of nothing that it was scheduled', async () => {
	freezeDate('2026-01-05T22:00:00+01:00');
	const result = await server.run({
		parameters: { ...sendPerItem, category: 'marketing', ...inLists({ dryRun: true }) },
		items: [
			{ to: '+33600123456', text: 'Sale. STOP 36180' },
			{ to: '+33600123457', text: 'Sale. STOP 36180' },
		],
	});
	expect(server.requests).toHaveLength(0);
	expect(outputOf(result)).toHaveLength(2);
	expect(hintsOf(result).join('\n')).not.toMatch(/were scheduled/);
});
