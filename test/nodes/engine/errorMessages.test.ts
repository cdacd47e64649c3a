/** The error that ends a run is often all that a person reads of it: what it says of this item and of the others, whole. */
import type { INodeParameters } from 'n8n-workflow';
import { gate } from '../../support/gate';
import type { Answer } from '../../support/httpServer';
import { acceptedAnswer, failure, recipientsOf } from '../../support/jsonAnswers';
import { serviceForEachTest } from '../../support/service';
import { wabaPerItem } from '../../support/runChannels';
import {
	formOf,
	goOn,
	type NodeRun,
	number,
	outputOf,
	people,
	plain,
	sendPerItem,
	sendPersonalized,
	twoRequests,
} from '../../support/runNode';

const server = serviceForEachTest();

const oneByOne = { ...sendPerItem, options: { maxConcurrentRequests: 1 } };
const run = async (given: Partial<NodeRun>) =>
	await server.run({ parameters: oneByOne, items: people(4), ...given });

const invalidNumber = 'Use the international format with the country code.';
const skips = 'Retry On Fail and the first retry of this execution skip completed items.';
const asksForHistory =
	'(ECONNRESET) Check your SMSBOX account (for SMS: the history and the scheduled messages) before sending it again. Retries skip it.';

it.each<[string, string, Partial<NodeRun>]>([
	[
		'Text: The text is empty.',
		'Enter a value, or correct the expression. No items were sent. Affected: first item.',
		{ parameters: { ...oneByOne, text: '={{ "" }}' } },
	],
	[
		'To: The phone number is too short: 1 digit.',
		'Use the international format, such as +33 6 12 34 56 78, with 7 to 15 digits. No items were sent. Affected: third item.',
		{ items: [...people(2), { to: '1', text: 'Bonjour' }] },
	],
	[
		'Direction: The value must be one of: toSubAccount, fromSubAccount.',
		'Select an option, or make the expression return one of them.',
		{
			node: 'smsboxAccount',
			parameters: {
				resource: 'credit',
				operation: 'transfer',
				direction: '={{ "" }}',
				subAccount: '1',
				amount: 1,
			},
			items: [{}],
		},
	],
])('of invalid input: %s', async (message, description, given) => {
	const { error } = await run(given);
	expect({ message: error?.message, description: error?.description }).toEqual({ message, description });
	expect(server.requests).toEqual([]);
});

it.each<[string, number, Answer | 'cut', string]>([
	['rejected first', 0, plain('ERROR 04'), `${invalidNumber} Affected: first item.`],
	[
		'rejected after another',
		1,
		plain('ERROR 04'),
		`${invalidNumber} One other item was carried out. ${skips} Affected: second item.`,
	],
	[
		'rejected after two others',
		2,
		plain('ERROR 04'),
		`${invalidNumber} 2 other items were carried out. ${skips} Affected: third item.`,
	],
	['without a known outcome', 0, 'cut', `${asksForHistory} Affected: first item.`],
	[
		'without a known outcome after another',
		1,
		'cut',
		`${asksForHistory} One other item was carried out. A retry stops at this item again. ` +
			'Run the items that were not carried out in a new execution, or set On Error to Continue. Affected: second item.',
	],
])('of an item %s', async (_, index, answer, description) => {
	server.scripts = { [number(index)]: [answer] };
	expect((await run({})).error?.description).toBe(description);
});

it.each([
	['ACCEPTED', ['One other item was carried out.', skips]],
	['REJECTED', []],
	[
		'PONDERING',
		[
			'Other items were partly sent or have no known outcome: item 1.',
			'Check your SMSBOX account before sending them again.',
		],
	],
])('of an item rejected after another whose recipient is %s', async (state, note) => {
	server.react = (request, index) =>
		index > 0 ? failure(400, 'x', 'y') : acceptedAnswer(recipientsOf(request), '1', () => state);
	const parameters = { ...wabaPerItem, options: oneByOne.options };
	const { error } = await run({ node: 'smsboxWaba', parameters, items: people(2) });
	expect(error?.description).toBe(
		['Check the fields of this operation. SMSBOX responded: “y”', ...note, 'Affected: second item.'].join(
			' ',
		),
	);
});

it('of an item partly sent after another', async () => {
	server.react = (_request, index) => plain(index === 2 ? 'ERROR 04' : 'OK 123456789012');
	const parameters: INodeParameters = { ...sendPersonalized, options: { maxConcurrentRequests: 1 } };
	const items = [{ list: twoRequests.slice(0, 1) }, { list: twoRequests }];
	const { error } = await run({ parameters, items });
	expect(error?.message).toBe('Partly sent: 1 of 2 requests were accepted');
	expect(error?.description).toMatch(
		/ A new execution would send everything\. One other item was carried out\./,
	);
	expect(error?.description).not.toContain('skip completed items');
});

it('of several failed items, the first is named, and those of unknown outcome among the others', async () => {
	const waiting = new Map<string, (answer: Answer | 'cut') => void>();
	server.react = async (request) =>
		await new Promise<Answer | 'cut'>((resolve) => {
			waiting.set(formOf(request).get('dest') ?? '', resolve);
			if (waiting.size < 4) return;
			// The later ones fail first: one was rejected, of one nothing is known.
			for (const [index, answer] of [
				[3, plain('ERROR 04')],
				[2, 'cut'],
				[1, plain('ERROR 04')],
				[0, plain('OK 1')],
			] as const)
				waiting.get(number(index))?.(answer);
		});
	const { error } = await run({ parameters: { ...sendPerItem, options: { maxConcurrentRequests: 4 } } });
	expect(error?.description).toBe(
		`${invalidNumber} One other item was carried out. ${skips} ` +
			'Other items were partly sent or have no known outcome: item 3. ' +
			'Check your SMSBOX account before sending them again. Affected: second item.',
	);
});

it('of an item after an account-level rejection, with the code of that', async () => {
	server.scripts = { [number(2)]: [plain('ERROR 03')] };
	const output = outputOf(await run({ settings: goOn }));
	expect(output.slice(2)).toEqual([
		{
			error: 'Rejected by SMSBOX (ERROR 03): The account balance is too low for this message.',
			message: 'Add credits to the account, then send it again. Affected: third item.',
		},
		{
			error: 'Not sent: SMSBOX rejected another item with an account-level error',
			message: 'See the rejected item for the reason (ERROR 03). Affected: fourth item.',
		},
	]);
	expect(server.requests).toHaveLength(3);
});

it('of an item that SMSBOX could take later, once another item was rejected at account level', async () => {
	const { open, opened } = gate();
	server.react = async (request) => {
		if (formOf(request).get('dest') === number(0)) {
			await opened;
			return plain('ERROR 05');
		}
		// The other answer comes once this one was read, whatever the pause before a next try.
		setTimeout(open, 100);
		return plain('ERROR 03');
	};
	const output = outputOf(await run({ parameters: sendPerItem, items: people(2), settings: goOn }));
	expect(output[0]?.error).toBe('Not sent: SMSBOX rejected another item with an account-level error');
	expect(server.requests).toHaveLength(2);
});
