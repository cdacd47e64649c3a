import { runLimits } from '../../nodes/engine/limits';

/** For a test file: what is tried again is tried again at once. */
export function withoutPauses(): void {
	const { setTimeout } = globalThis;
	const shortened = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): NodeJS.Timeout =>
		setTimeout(
			() => {
				run(...given);
			},
			runLimits.retryPauses.includes(ms) ? 0 : ms,
		);
	beforeAll(() => {
		Reflect.set(globalThis, 'setTimeout', shortened);
	});
	afterAll(() => {
		Reflect.set(globalThis, 'setTimeout', setTimeout);
	});
}
