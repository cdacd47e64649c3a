/** Wrong input is explained: in which field, what is wrong, and how to put it right. Never with the value itself. */
import { transferCredit } from '../../protocol/account/credit';
import { chosen, digitsOnly, filled, wholeNumber } from '../../protocol/validation';
import { rcsContentFromJson } from '../../protocol/rcs/message';
import { planRevoke } from '../../protocol/rcs/revoke';
import { buttonsContent } from '../../protocol/waba/interactive';
import { locationContent, reactionContent } from '../../protocol/waba/message';
import { markAsRead } from '../../protocol/waba/markAsRead';
import { invalidInput } from './helpers';

const agent = { wabaId: '10000001', phoneId: '20000002' };
const buttons = (count: number) => () =>
	buttonsContent({
		body: 'Shall we?',
		buttons: Array.from({ length: count }, () => ({ id: 'a', title: 'A' })),
	});

it.each<[words: string, act: () => unknown]>([
	[
		'maxSegments: The value must be a whole number from 1 to 3. Change the value or the expression.',
		() => wholeNumber(4, { min: 1, max: 3 }, 'maxSegments'),
	],
	[
		'firstDay: The value must be a whole number of at least 1. Change the value or the expression.',
		() => wholeNumber(0, { min: 1, max: Number.MAX_SAFE_INTEGER }, 'firstDay'),
	],
	[
		"direction: The value isn't an available option. Choose one of: credit, debit.",
		() => chosen({ credit: 1, debit: 2 }, 'toString', 'direction'),
	],
	[
		'reference: The value must contain digits only. Copy it exactly as SMSBOX returned it.',
		() => digitsOnly('no. 17', 'reference'),
	],
	['name: The value is empty. Enter a value, or correct the expression.', () => filled(' \n', 'name')],
	['name: The value has 51 characters (limit: 50). Shorten it.', () => filled('x'.repeat(51), 'name', 50)],
	['buttons: Too few buttons: 0 (minimum: 1). Add what is missing.', buttons(0)],
	['buttons: Too many buttons: 4 (limit: 3). Remove some.', buttons(4)],
	[
		"contentMessage: The value isn't a JSON object of at most 64 levels. Put it in braces: { … }.",
		() => rcsContentFromJson('[]'),
	],
	[
		'contentMessage: The message is nested inside another object. Use only the value of contentMessage, with one of: text, richCard, contentInfo, fileName, uploadedRbmFile.',
		() => rcsContentFromJson({ message: { text: 'Hello' } }),
	],
	[
		'reference: The reference contains a space. Enter one reference, as returned by Send.',
		() => planRevoke('my_company_agent', ['33600123401'], '12 34'),
	],
	[
		'latitude: The value must be a number from -90 to 90. Use degrees with a decimal point, such as 48.8584.',
		() => locationContent({ latitude: 90.1, longitude: 0 }),
	],
	[
		"emoji: The value isn't a single emoji. Enter one emoji, or leave the field empty to remove a reaction.",
		() => reactionContent({ messageId: 'wamid.1', emoji: 'yes' }),
	],
	[
		'messageId: The value is empty. Use the ID that the SMSBOX WhatsApp (WABA) Trigger outputs.',
		() => markAsRead(agent, ' '),
	],
	[
		'messageId: The ID contains a space. Enter one ID, as output by the SMSBOX WhatsApp (WABA) Trigger.',
		() => markAsRead(agent, 'wamid.1 wamid.2'),
	],
	[
		'subAccount: The value is empty. Enter a value, or correct the expression.',
		() => transferCredit({ subAccount: '', credit: 1 }),
	],
])('%s', (words, act) => {
	const { field, message, remediation } = invalidInput(act);
	expect(`${field}: ${message} ${remediation}`).toBe(words);
});

it.each([
	['members that hold no message', { later: 'x', suggestions: [] }],
	['nothing at all', {}],
])('does not call %s wrapped', (_, json) => {
	const { message } = invalidInput(() => rcsContentFromJson(json));
	expect(message).toBe('The message has no text, richCard, contentInfo, fileName or uploadedRbmFile.');
});
