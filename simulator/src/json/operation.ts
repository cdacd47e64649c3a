import type { JsonObject } from '../core/json';
import type { Reply } from '../http/exchange';
import type { World } from '../core/world';
import type { Shape } from './shape';

export interface JsonCall<Agent> {
	readonly agent: Agent;
	/** Its shape is right. */
	readonly body: JsonObject;
}

/** One operation of a JSON interface. */
export interface JsonOperation<Agent> {
	/** `interface.resource.operation`, as it stands in the log; the kinds of message share an address. */
	readonly name: (body: JsonObject) => string;
	readonly method: 'GET' | 'POST';
	/** Undefined where there is no body. */
	readonly body: Shape | undefined;
	/** @throws Failure */
	readonly run: (call: JsonCall<Agent>, world: World) => Reply;
}

/** What a path leads to. */
export interface Located<Agent> {
	/** Undefined where there is nothing at that path. */
	readonly operation: JsonOperation<Agent> | undefined;
	/** What the path itself says, by name, for the log. */
	readonly identifiers: Readonly<Record<string, string>>;
	/**
	 * The agent that the request is for.
	 * @throws Failure
	 */
	readonly findAgent: (world: World, body: JsonObject) => Agent;
}
