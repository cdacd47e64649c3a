import { isUnderWay } from './underWay';

const n8nStartedAt = Date.UTC(2026, 2, 1, 12);

it.each([
	['new', '2026-03-01 12:00:00.000', true],
	['new', '2026-03-01 11:59:59.999', false],
	['waiting', '2026-03-01 11:59:59.999', true],
	['running', '2026-03-01 12:00:00.000', true],
	['running', '2026-03-01 11:59:59.999', false],
	['success', '2026-03-01 12:00:00.000', false],
	['crashed', '2026-03-01 11:59:59.999', false],
])('an execution that is %s and began at %s is under way: %s', (status, since, expected) => {
	expect(isUnderWay({ status, since }, n8nStartedAt)).toBe(expected);
});
