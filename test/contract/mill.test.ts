/**
 * Every operation of every action node, put through the same mill. Its valid input and the service's answer come
 * from the golden exchanges: an operation that has none fails here.
 */
import type { INodeExecutionData, INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { runWorkflow, type RunResult } from '../support/engine';
import { errorKind, expectItems } from '../support/expectations';
import { exchangeCases, type ExchangeCase } from '../support/golden';
import { answerOf, asExpressions, freezeDate, parametersOf } from '../support/goldenServer';
import { serveScript, type Answer, type ReceivedRequest, type Reaction } from '../support/httpServer';
import { operationsOf, type DescribedOperation } from '../support/registry';
import { PACKAGE, nodeClasses, smsboxAccess, smsboxNode, smsboxNodes } from '../support/smsbox';
import { chain } from '../support/workflowJson';

const START = 'Start';
const NODE = 'Node';
/** No test can listen there: a port that was free a moment ago may be another's by now. */
const NOBODY = 'http://127.0.0.1:1';
const goldens = exchangeCases('sms', 'account', 'waba', 'rcs').filter(({ sides }) => sides.includes('nodes'));

/** The first case of success with exactly one request. */
function goldenOf({ node, resource, operation }: DescribedOperation): ExchangeCase {
	const golden = goldens.find(
		(one) =>
			one.output !== undefined &&
			one.output.length > 0 &&
			one.exchanges.length === 1 &&
			one.operation.node === node &&
			one.operation.resource === resource &&
			one.operation.operation === operation,
	);
	if (!golden) throw new Error(`No golden exchange shows ${node}: ${resource}.${operation} succeeding`);
	return golden;
}

/** What the service may be asked again without harm. All else must reach it once. */
function mayBeRepeated({ resource, operation }: DescribedOperation): boolean {
	return /\.(get|count|download|markAsRead|revoke)|^(capability|event|tester)\./.test(
		`${resource}.${operation}`,
	);
}

interface Mill {
	golden: ExchangeCase;
	/** What happens to each request; by default the golden answer. */
	react?: (golden: Reaction, index: number) => Reaction;
	parameters?: INodeParameters;
	/** Settings of the node: Retry On Fail, On Error … */
	settings?: object;
	input?: INodeExecutionData[];
}

interface Milled {
	result: RunResult;
	requests: ReceivedRequest[];
}

const TWO: INodeExecutionData[] = [{ json: {} }, { json: {} }];

async function mill({ golden, react, parameters, settings, input = TWO }: Mill): Promise<Milled> {
	const answers = golden.exchanges.map(({ reply }) => answerOf(reply));
	const service = await serveScript((_request, index) => {
		const usual = answers[index % answers.length] ?? 'cut';
		return react?.(usual, index) ?? usual;
	});
	freezeDate(golden.now);
	try {
		const type = `${PACKAGE}.${golden.operation.node}`;
		const result = await runWorkflow(
			{
				nodes: [
					{ name: START, type: 'n8n-nodes-base.manualTrigger' },
					{ name: NODE, type, parameters: parameters ?? parametersOf(golden), ...settings },
					{ name: 'End', type: 'n8n-nodes-base.noOp' },
				],
				connections: chain(START, NODE, 'End'),
			},
			{ nodeTypes: smsboxNodes, timezone: golden.timezone, input, ...smsboxAccess(service.url) },
		);
		return { result, requests: service.requests };
	} finally {
		jest.useRealTimers();
		await service.close();
	}
}

function outputOf({ result }: Milled, output = 0): INodeExecutionData[] {
	return result.data[NODE]?.[output] ?? [];
}

function ofItem(items: readonly INodeExecutionData[], index: number): INodeExecutionData[] {
	return items.filter(({ pairedItem }) => JSON.stringify(pairedItem) === JSON.stringify({ item: index }));
}

const operations = Object.values(nodeClasses)
	.map((NodeClass): INodeType => new NodeClass())
	.filter(({ execute }) => execute !== undefined)
	.flatMap(operationsOf);

function failure(status: number): Answer {
	const body = { response: { response_code: String(status), response_desc: '' }, error: '' };
	return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

interface Refusals {
	/** For good, and the code that it has. */
	refusal: Answer;
	code: string;
	/** For now. */
	busy: Answer;
}

const FORM: Refusals = { refusal: { body: 'ERREUR' }, code: 'ERREUR', busy: { body: 'ERROR 05' } };
const JSON_: Refusals = { refusal: failure(400), code: '400', busy: failure(503) };

/** How the interface of a case refuses. */
function refusalsOf({ exchanges }: ExchangeCase): Refusals {
	return exchanges.some(({ reply }) => reply.json !== undefined) ? JSON_ : FORM;
}

describe.each(operations.map((operation) => [operation.title, operation] as const))(
	'%s',
	(_title, operation) => {
		const golden = goldenOf(operation);
		const wanted = golden.output ?? [];
		const { refusal, code, busy } = refusalsOf(golden);

		it('works through two items, each output paired with its own', async () => {
			const milled = await mill({ golden });
			expect(milled.result.error).toBeUndefined();
			expect(milled.requests).toHaveLength(2);
			const items = outputOf(milled);
			expect(items).toHaveLength(2 * wanted.length);
			expectItems(ofItem(items, 0), wanted, 0);
			expectItems(ofItem(items, 1), wanted, 1);
		});

		it('puts nothing into its output that n8n takes for an error', async () => {
			const milled = await mill({ golden });
			expect(outputOf(milled).filter(({ json }) => 'error' in json)).toEqual([]);
		});

		it('one request at a time, stops at the first item that is refused', async () => {
			const parameters = parametersOf(golden);
			const { options } = parameters;
			const given = typeof options === 'object' && options !== null ? options : {};
			const milled = await mill({
				golden,
				parameters: { ...parameters, options: { ...given, maxConcurrentRequests: 1 } },
				react: () => refusal,
			});
			expect(milled.result.status).toBe('error');
			expect(errorKind(milled.result)).toEqual({ kind: 'rejected', code });
			expect(milled.requests).toHaveLength(1);
		});

		it('gives a refused item an error and the others their output when it continues on fail', async () => {
			const settings = { onError: 'continueRegularOutput' };
			const milled = await mill({
				golden,
				settings,
				react: (usual, index) => (index === 0 ? refusal : usual),
			});
			expect(milled.result.status).toBe('success');
			const [refused, ...others] = ofItem(outputOf(milled), 0);
			expect(others).toEqual([]);
			expect(refused?.json['error']).toEqual(expect.stringContaining(code));
			expect(Object.keys(refused?.json ?? {}).filter((key) => !['error', 'message'].includes(key))).toEqual(
				[],
			);
			expectItems(ofItem(outputOf(milled), 1), wanted, 1);
		});

		it('sends a refused item to the error output, with its input, when it has one', async () => {
			const milled = await mill({
				golden,
				settings: { onError: 'continueErrorOutput' },
				input: [{ json: { row: 1 } }, { json: { row: 2 } }],
				react: (usual, index) => (index === 0 ? refusal : usual),
			});
			expect(outputOf(milled, 0)).toHaveLength(wanted.length);
			expect(outputOf(milled, 1).map(({ json }) => json['row'])).toEqual([1]);
		});

		it('is retried with what was not done yet', async () => {
			const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const milled = await mill({ golden, settings, react: (usual, index) => (index === 1 ? busy : usual) });
			expect(milled.result.error).toBeUndefined();
			expectItems(ofItem(outputOf(milled), 0), wanted, 0);
			expectItems(ofItem(outputOf(milled), 1), wanted, 1);
			expect(milled.requests).toHaveLength(mayBeRepeated(operation) ? 4 : 3);
		});

		it('does not repeat what may have been carried out', async () => {
			const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			const milled = await mill({ golden, settings, input: [{ json: {} }], react: () => 'cut' });
			expect(errorKind(milled.result)).toEqual({ kind: 'unknown' });
			expect(milled.requests).toHaveLength(mayBeRepeated(operation) ? 3 : 1);
		});

		it('says that nothing was sent where nobody listens', async () => {
			const { node } = operation;
			const result = await runWorkflow(
				{ nodes: [{ name: NODE, type: `${PACKAGE}.${node}`, parameters: parametersOf(golden) }] },
				{ nodeTypes: smsboxNodes, ...smsboxAccess(NOBODY) },
			);
			expect(errorKind(result)).toEqual({ kind: 'notSent' });
		});
	},
);

/** Fields, and those of their collections and rows. */
function fieldsWithin(fields: readonly INodeProperties[]): INodeProperties[] {
	const inside = ({ options = [] }: INodeProperties): INodeProperties[] =>
		options.flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
	return fields.flatMap((field) => [field, ...fieldsWithin(inside(field))]);
}

describe('values by expression', () => {
	const successes = goldens.filter(({ output }) => output !== undefined);

	it.each(successes.map((golden) => [golden.file, golden] as const))(
		'are the same as values by hand: %s',
		async (_file, golden) => {
			const parameters = parametersOf(golden);
			const input = [{ json: { given: parameters } }];
			const fixed = fieldsWithin(smsboxNode(golden.operation.node).description.properties)
				.filter(({ noDataExpression }) => noDataExpression)
				.map(({ name }) => name);
			const expressed = asExpressions(parameters, '$json.given', fixed);
			const byHand = await mill({ golden, input });
			const byExpression = await mill({
				golden,
				input,
				parameters: expressed,
			});
			expect(byExpression.result.error).toBeUndefined();
			expect(byExpression.requests).toEqual(
				byHand.requests.map((request) => ({ ...request, headers: expect.anything() })),
			);
			expect(outputOf(byExpression)).toEqual(outputOf(byHand));
		},
	);
});
