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

it.each<[why: string, act: () => unknown, field: string, message: string, remediation: string]>([
	[
		'a number outside of its bounds',
		() => wholeNumber(4, { min: 1, max: 3 }, 'maxSegments'),
		'maxSegments',
		'The value must be a whole number from 1 to 3.',
		'Change the value or the expression.',
	],
	[
		'a number below its only bound',
		() => wholeNumber(0, { min: 1, max: Number.MAX_SAFE_INTEGER }, 'firstDay'),
		'firstDay',
		'The value must be a whole number of at least 1.',
		'Change the value or the expression.',
	],
	[
		'a choice that there is not',
		() => chosen({ credit: 1, debit: 2 }, 'toString', 'direction'),
		'direction',
		"The value isn't an available option.",
		'Choose one of: credit, debit.',
	],
	[
		'a reference with something around it',
		() => digitsOnly('no. 17', 'reference'),
		'reference',
		'The value must contain digits only.',
		'Copy it exactly as SMSBOX returned it.',
	],
	[
		'nothing where something must be',
		() => filled(' \n', 'name'),
		'name',
		'The value is empty.',
		'Enter a value, or correct the expression.',
	],
	[
		'a name that is too long',
		() => filled('x'.repeat(51), 'name', 50),
		'name',
		'The value has 51 characters (limit: 50).',
		'Shorten it.',
	],
	['too few in JSON', buttons(0), 'buttons', 'Too few buttons: 0 (minimum: 1).', 'Add what is missing.'],
	['too many parts in JSON', buttons(4), 'buttons', 'Too many buttons: 4 (limit: 3).', 'Remove some.'],
	[
		'a message that is no object',
		() => rcsContentFromJson('[]'),
		'contentMessage',
		"The value isn't a JSON object of at most 64 levels.",
		'Put it in braces: { … }.',
	],
	[
		'a message wrapped in something else',
		() => rcsContentFromJson({ message: { text: 'Hello' } }),
		'contentMessage',
		'The message is nested inside another object.',
		'Use only the value of contentMessage, with one of: text, richCard, contentInfo, fileName, uploadedRbmFile.',
	],
	[
		'two references at once',
		() => planRevoke('my_company_agent', ['33600123401'], '12 34'),
		'reference',
		'The reference contains a space.',
		'Enter one reference, as returned by Send.',
	],
	[
		'a place off the earth',
		() => locationContent({ latitude: 90.1, longitude: 0 }),
		'latitude',
		'The value must be a number from -90 to 90.',
		'Use degrees with a decimal point, such as 48.8584.',
	],
	[
		'a word for an emoji',
		() => reactionContent({ messageId: 'wamid.1', emoji: 'yes' }),
		'emoji',
		"The value isn't a single emoji.",
		'Enter one emoji, or leave the field empty to remove a reaction.',
	],
	[
		'no ID',
		() => markAsRead(agent, ' '),
		'messageId',
		'The value is empty.',
		'Use the ID that the SMSBOX WhatsApp (WABA) Trigger outputs.',
	],
	[
		'two IDs at once',
		() => markAsRead(agent, 'wamid.1 wamid.2'),
		'messageId',
		'The ID contains a space.',
		'Enter one ID, as output by the SMSBOX WhatsApp (WABA) Trigger.',
	],
	[
		'no sub-account',
		() => transferCredit({ subAccount: '', credit: 1 }),
		'subAccount',
		'The value is empty.',
		'Enter a value, or correct the expression.',
	],
])('says of %s what is wrong, and what to do', (_, act, field, message, remediation) => {
	const error = invalidInput(act);
	expect({ field: error.field, message: error.message, remediation: error.remediation }).toEqual({
		field,
		message,
		remediation,
	});
});

it.each([
	['members that hold no message', { later: 'x', suggestions: [] }],
	['nothing at all', {}],
])('does not call %s wrapped', (_, json) => {
	const { message } = invalidInput(() => rcsContentFromJson(json));
	expect(message).toBe('The message has no text, richCard, contentInfo, fileName or uploadedRbmFile.');
});
