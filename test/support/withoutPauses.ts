import { runLimits } from '../../nodes/engine/limits';

/** For a test file: what is tried again is tried again at once. Timers that hand something over are not the engine's. */
export function withoutPauses(): void {
	const { setTimeout } = globalThis;
	const shortened = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): NodeJS.Timeout =>
		setTimeout(
			() => {
				run(...given);
			},
			given.length === 0 && runLimits.retryPauses.includes(ms) ? 0 : ms,
		);
	beforeAll(() => {
		Reflect.set(globalThis, 'setTimeout', shortened);
	});
	afterAll(() => {
		Reflect.set(globalThis, 'setTimeout', setTimeout);
	});
}
