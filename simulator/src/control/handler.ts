import type { SimulatorCore } from '../core/simulatorCore';
import type { View } from './views';

export interface ControlRequest {
	readonly query: Readonly<Record<string, string>>;
	readonly body: unknown;
}

export interface ControlReply {
	readonly status?: number;
	readonly body: View;
}

/** One operation of the control API. What it throws as InvalidControlInput is a 400, in words. */
export type Handler = (request: ControlRequest, core: SimulatorCore) => ControlReply | Promise<ControlReply>;

/** Operations by method and path. */
export type ControlRoutes = Readonly<Record<string, Handler>>;

export const ok = (body: View): ControlReply => ({ body });
