/** n8n's Wait node over the simulator's clock: a wait of half an hour passes at once, and what falls due in it happens. */
import type { GivenNodes } from '../support/nodeTypes';
import { nodeInPlaceOf } from './nodeOver';

const secondsIn: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

/**
 * For `nodes` of the harness.
 * @param pass lets so many simulated seconds pass, and all that they start come to its end
 */
export const waitOnClock = (pass: (seconds: number) => Promise<void>): GivenNodes =>
	nodeInPlaceOf('n8n-nodes-base.wait', async (context) => {
		const unit = context.getNodeParameter('unit', 0);
		const perUnit = secondsIn[typeof unit === 'string' ? unit : ''] ?? Number.NaN;
		const seconds = Number(context.getNodeParameter('amount', 0)) * perUnit;
		if (context.getNodeParameter('resume', 0) !== 'timeInterval' || Number.isNaN(seconds))
			throw new Error('This kind of waiting is not part of the test harness');
		await pass(seconds);
		return [context.getInputData()];
	});
