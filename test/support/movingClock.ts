/** A clock that stands still between the requests to a service, and moves with them. */
import { freezeDate } from './fixtureServer';
import type { Service } from './service';

/**
 * Returns a function that stops the clock for the rest of a test.
 *
 * Its second argument says what the clock shows from the first request on, or how many milliseconds each request adds.
 */
export function clockForEachTest(service: Service): (now: string, later?: string | number) => void {
	afterEach(() => void jest.useRealTimers());
	return (now, later) => {
		freezeDate(now);
		if (later === undefined) return;
		service.onRequest = () =>
			jest.setSystemTime(typeof later === 'number' ? Date.now() + later : new Date(later));
	};
}
