import type { ErrorCode } from '../errors';
import { type ErrorCodes, remediations } from '../http/errorCodes';

/** "Anything else", in the words of the service. */
const unspecified: ErrorCode = {
	message: 'No specific reason was given.',
	remediation:
		'Possible reasons: an unsubscribed or blacklisted recipient, a duplicate message, an unsupported country, or marketing outside the allowed hours. Marketing messages are allowed from 8:00 to 20:00 Paris time, not on Sundays or holidays.',
};

/**
 * The failures of the Account and SMS API (service.md#sms-responses). The codes with a number are the ones of sends;
 * the other operations answer `ERREUR`, which gives no reason, and perhaps `ERROR 02` to a wrong key (*assumed*).
 */
export const smsErrorCodes: ErrorCodes = {
	'ERROR 01': {
		message: 'A parameter is missing or invalid.',
		remediation: 'Check the recipients and the options. The sender ID must be registered in the account.',
	},
	'ERROR 02': {
		message: 'The API key is not accepted.',
		remediation: remediations.key,
		isAccountLevel: true,
	},
	'ERROR 03': {
		message: 'The account balance is too low for this message.',
		remediation: remediations.credit,
		isAccountLevel: true,
	},
	'ERROR 04': {
		message: 'A recipient number is invalid.',
		remediation: 'Use the international format with the country code.',
	},
	'ERROR 05': {
		message: 'SMSBOX had an internal error and did not accept the request.',
		remediation: 'Try again later.',
		isTemporary: true,
		isOverload: true,
	},
	ERROR: unspecified,
	ERREUR: {
		message: 'No reason was given.',
		remediation: 'Check the fields of this operation, and the API key in the credential.',
	},
	// An unknown number is a refusal for some other reason.
	other: { ...unspecified, message: 'The reason is not documented.' },
};
