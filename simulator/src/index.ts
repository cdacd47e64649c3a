/** A strict stand-in for the service, for tests, demonstrations and trying things out without an account. */
export { startSimulator } from './simulator';
export type { Simulator } from './simulator';
export type { StartOptions } from './core/options';
export type { Group } from './sms/stores/directory';
export type { WabaAgent } from './waba/agents';
export type { WabaTemplate } from './waba/templates';
export type { RcsAgent } from './rcs/agents';
