import { parisClock } from '../parisTime';

const opensAt = 8;
const closesAt = 20;
const sunday = 0;

/**
 * Whether a marketing message is not allowed to leave at this time (service.md#sms-parameters): before
 * 8:00, from 20:00 on, and on Sundays, in Paris. Holidays, of which the service has its own list, are not looked at.
 */
export function isOutsideMarketingHours(instant: Date): boolean {
	const { weekday, hour } = parisClock(instant);
	return weekday === sunday || hour < opensAt || hour >= closesAt;
}
