import { accountScenarios } from './account';
import { chatbotScenarios } from './chatbots';
import { rcsScenarios } from './rcs';
import type { Scenario } from './scenario';
import { smsScenarios } from './sms';
import { wabaScenarios } from './waba';

/** How each example is run: at least one a file of `examples/`. */
export const scenarios: readonly Scenario[] = [
	...accountScenarios,
	...smsScenarios,
	...wabaScenarios,
	...rcsScenarios,
	...chatbotScenarios,
];
