import { z } from 'zod/v4';

import type { SimulatorCore } from '../core/simulatorCore';
import { check } from './input';
import type { View } from './primitives';

export const TAGS = {
	account: 'The account, the settings and the clock',
	log: 'Requests, messages and callbacks',
	messages: 'Messages from phones, and statuses',
	faults: 'Failures on demand',
} as const;

type Members = Readonly<Record<string, z.ZodType>>;

interface Described<Takes extends z.ZodObject<Members>, Reply extends z.ZodType> {
	readonly id: string;
	readonly tag: keyof typeof TAGS;
	readonly summary: string;
	/** Members `body` and `query`, if it takes them. */
	readonly takes: Takes;
	readonly reply: Reply;
	/** 202 if its consequences follow later. */
	readonly status?: 200 | 202;
	/** The error of a 404, the answer if `run` returns undefined. */
	readonly missing?: string;
}

interface Definition<Takes extends z.ZodObject<Members>, Reply extends z.ZodType> extends Described<
	Takes,
	Reply
> {
	/** @throws InvalidControlInput for a 400 */
	readonly run: (
		given: z.output<Takes>,
		core: SimulatorCore,
	) => View<Reply> | undefined | Promise<View<Reply>>;
}

/** What a request has; checked by the operation. */
export interface ControlRequest {
	readonly query: unknown;
	readonly body: unknown;
}

interface ControlReply {
	readonly status: number;
	readonly body: unknown;
}

export interface Operation extends Described<z.ZodObject<Members>, z.ZodType> {
	/** @throws InvalidControlInput for a 400 */
	readonly answer: (request: ControlRequest, core: SimulatorCore) => Promise<ControlReply>;
}

/** By method and path. */
export type Operations = Readonly<Record<string, Operation>>;

export const NOTHING = z.object({});

/** An operation of the control API. Its schemas check what it takes, type what it does, and describe both. */
export const operation = <Takes extends z.ZodObject<Members>, Reply extends z.ZodType>({
	run,
	...described
}: Definition<Takes, Reply>): Operation => ({
	...described,
	answer: async (request, core) => {
		const body = await run(check(described.takes, request), core);
		return body === undefined
			? { status: 404, body: { error: described.missing } }
			: { status: described.status ?? 200, body };
	},
});
