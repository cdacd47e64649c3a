import { TOO_LARGE, textReply } from '../http/exchange';
import type { RawRequest, ReceivedRequest, Reply, ServiceInterface } from '../http/exchange';
import type { World } from '../core/world';
import { Fields } from './fields';
import type { FormOperation, Route } from './operation';
import { readFormRequest } from './request';
import type { FormRequest } from './request';
import { Refusal, refusalBody } from './refusal';
import type { RefusalCode, RefusalStyle } from './refusal';

/** The one address of both interfaces (service.md#urls-and-authentication). */
const SCRIPT_PATH = '/1.1/api.php';

/** Where older clients call, with the `action` in the body (*sample*). */
const OLDER_PATH = '/api.php';

/** The Account and SMS interfaces: forms in, plain text out, HTTP status 200 whatever happens. */
export const formInterface = (routes: readonly Route[]): ServiceInterface<World> => ({
	owns: (path) => path === SCRIPT_PATH || path === OLDER_PATH,
	receive: (request, world) => receive(routes, request, world),
});

function receive(routes: readonly Route[], raw: RawRequest, world: World): ReceivedRequest {
	const isOlder = raw.path === OLDER_PATH;
	const request = readFormRequest(raw, isOlder);
	const operation = find(routes, request);
	const fields = declaredFields(request, operation);
	return {
		operation: operation?.name ?? null,
		fields: Object.fromEntries([...request.query.values, ...request.body.values]),
		undeclared: operation === undefined ? [] : undeclaredNames(request, operation, fields, isOlder),
		answer: () => answer(request, operation, fields, world),
		refuse: () => refusal(operation?.refusals ?? 'plain', 'internal', 'a fault is on'),
	};
}

function find(routes: readonly Route[], { query, body, action }: FormRequest): FormOperation | undefined {
	const label = query.values.get('do');
	const fits = (route: Route): boolean =>
		route.action === action &&
		route.do.includes(label) &&
		(route.withAny?.some((name) => body.values.has(name)) ?? true);
	return routes.find(fits)?.operation;
}

function declaredFields({ query, body }: FormRequest, operation: FormOperation | undefined): Fields {
	const declared = new Map<string, string>();
	const take = (names: readonly string[] = [], from: ReadonlyMap<string, string>): void => {
		for (const name of names) {
			const value = from.get(name);
			if (value !== undefined) declared.set(name, value);
		}
	};
	take(operation?.query, query.values);
	take(operation?.body, body.values);
	return new Fields(declared);
}

function undeclaredNames(
	{ query, body }: FormRequest,
	operation: FormOperation,
	fields: Fields,
	isOlder: boolean,
): string[] {
	const inQuery = ['action', 'do', ...(operation.query ?? [])];
	const inBody = [...(isOlder ? ['action'] : []), ...operation.body];
	return [
		...[...query.values.keys()].filter((name) => !inQuery.includes(name)),
		...[...body.values.keys()].filter((name) => !inBody.includes(name)),
		...(operation.deviations?.(fields) ?? []),
	];
}

function answer(
	request: FormRequest,
	operation: FormOperation | undefined,
	fields: Fields,
	world: World,
): Reply {
	const style = operation?.refusals ?? 'plain';
	const refused = refusedAtTheDoor(request, operation, world);
	if (refused !== undefined) return refusal(style, refused.code, refused.reason);
	try {
		return textReply(200, operation?.run(fields, world) ?? '');
	} catch (error) {
		if (error instanceof Refusal) return refusal(style, error.code, error.reason);
		throw error;
	}
}

const refusal = (style: RefusalStyle, code: RefusalCode, reason: string): Reply => ({
	...textReply(200, refusalBody(style, code)),
	reason,
});

/** What is looked at before the operation itself; the key first, so that a stranger learns nothing else. */
function refusedAtTheDoor(
	request: FormRequest,
	operation: FormOperation | undefined,
	world: World,
): Refusal | undefined {
	if (request.authorization !== `App ${world.key}`)
		return new Refusal('credentials', 'the API key is missing or wrong');
	if (request.isTooLarge) return new Refusal('parameters', TOO_LARGE);
	if (operation === undefined) return new Refusal('parameters', 'unknown operation');
	if (!operation.methods.includes(request.method)) {
		return new Refusal(
			'parameters',
			`method must be ${operation.methods.join(' or ')}, not ${request.method}`,
		);
	}
	const [fault] = [...request.query.faults, ...request.body.faults];
	return fault === undefined ? undefined : new Refusal('parameters', fault);
}
