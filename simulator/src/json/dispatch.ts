import { flatten } from '../core/json';
import { TOO_LARGE } from '../http/exchange';
import type { RawRequest, ReceivedRequest, Reply, ServiceInterface } from '../http/exchange';
import type { World } from '../core/world';
import { readJsonBody } from './body';
import type { JsonBody } from './body';
import { Failure, failureReply, isFailureStatus, jsonReply } from './failures';
import type { FailureTexts } from './failures';
import type { Located } from './operation';
import { check } from './shape';
import type { Findings } from './shape';

export interface JsonInterface<Agent> {
	/** What all its paths begin with, both slashes included. */
	readonly prefix: string;
	/** @param segments the path, its slashes and percent-encoding taken off */
	readonly locate: (segments: readonly string[]) => Located<Agent>;
	readonly texts: FailureTexts;
}

/** As many values of a request as the log shows. */
const MOST_FIELDS = 1_000;

/** What both JSON interfaces do alike: the key, the path, the method, the body, and failures by HTTP status. */
export const jsonInterface = <Agent>(description: JsonInterface<Agent>): ServiceInterface<World> => ({
	owns: (path) => path.startsWith(description.prefix),
	receive: (request, world) => receive(description, request, world),
});

interface Read<Agent> {
	readonly raw: RawRequest;
	readonly located: Located<Agent>;
	readonly body: JsonBody;
	readonly findings: Findings;
}

function receive<Agent>(
	{ locate, texts }: JsonInterface<Agent>,
	raw: RawRequest,
	world: World,
): ReceivedRequest {
	const located = locate(segmentsOf(raw.path));
	const { operation, identifiers } = located;
	const hasBody = operation?.body !== undefined || raw.body.length > 0;
	const body = hasBody ? readJsonBody(raw) : { value: {}, fault: undefined };
	const findings =
		operation?.body === undefined || body.fault !== undefined
			? { faults: [], undeclared: [] }
			: check(operation.body, body.value);
	const inQuery = [...new URLSearchParams(raw.query).keys()];
	return {
		operation: operation?.name(body.value) ?? null,
		fields: { ...flatten(body.value, MOST_FIELDS), ...identifiers },
		undeclared: operation === undefined ? [] : [...inQuery, ...findings.undeclared],
		answer: () => answer(texts, { raw, located, body, findings }, world),
		refuse: (status) => refuse(texts, status),
	};
}

function segmentsOf(path: string): readonly string[] {
	return path
		.split('/')
		.slice(1)
		.map((segment) => {
			try {
				return decodeURIComponent(segment);
			} catch {
				return segment;
			}
		});
}

function answer<Agent>(texts: FailureTexts, request: Read<Agent>, world: World): Reply {
	try {
		return carryOut(request, world);
	} catch (error) {
		if (error instanceof Failure) return failureReply(texts, error);
		throw error;
	}
}

/** *Assumed*: in which order it is looked at; the key first, so that a stranger learns nothing else. */
function carryOut<Agent>({ raw, located, body, findings }: Read<Agent>, world: World): Reply {
	const { operation, findAgent } = located;
	if (raw.headers['authorization'] !== `App ${world.key}`) {
		throw new Failure(403, undefined, 'the API key is missing or wrong');
	}
	if (operation === undefined) throw new Failure(404, undefined, 'unknown path');
	if (raw.method !== operation.method) {
		throw new Failure(405, undefined, `method must be ${operation.method}, not ${raw.method}`);
	}
	if (raw.isTooLarge === true) throw new Failure(413, undefined, TOO_LARGE);
	const agent = findAgent(world, body.value);
	if (operation.body !== undefined) {
		const fault = body.fault ?? findings.faults[0];
		if (fault !== undefined) throw new Failure(400, undefined, fault);
	}
	return operation.run({ agent, body: body.value }, world);
}

function refuse(texts: FailureTexts, status: number): Reply {
	if (isFailureStatus(status)) return failureReply(texts, new Failure(status, undefined, 'a fault is on'));
	return jsonReply(status, { response: { response_code: String(status), response_desc: '' }, error: '' });
}
