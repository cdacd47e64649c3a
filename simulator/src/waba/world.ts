import { FileStore } from '../json/files';
import type { WabaAgent } from './agents';
import { ServiceWindows } from './serviceWindow';
import { WabaStore } from './store';
import type { WabaTemplate } from './templates';

/** What the business messaging interface knows. */
export interface WabaWorld {
	agents: readonly WabaAgent[];
	templates: readonly WabaTemplate[];
	readonly messages: WabaStore;
	readonly files: FileStore;
	readonly serviceWindows: ServiceWindows;
}

/** Agents and templates are set through the same settings as the control API's. */
export const createWabaWorld = (capacity: number): WabaWorld => ({
	agents: [],
	templates: [],
	messages: new WabaStore(capacity),
	files: new FileStore(capacity),
	serviceWindows: new ServiceWindows(),
});
