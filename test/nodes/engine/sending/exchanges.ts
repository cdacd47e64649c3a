/** Requests and answers for tests of the send log, without a service. */
import { Rejected, UnexpectedResponse } from '../../../../protocol/errors';
import type { Effect, Exchange, WireResponse } from '../../../../protocol/exchange';

export const reply = (body: string, status = 200): WireResponse => ({
	status,
	headers: { 'content-type': 'text/plain' },
	bytes: Buffer.from(body),
});

interface Given {
	body?: string;
	to?: readonly string[];
	/** Which of several requests it is. */
	part?: number;
	parts?: readonly string[];
}

/** An exchange as the protocol makes them: OK is success, ERROR is rejected, the rest is unexpected. */
export function exchange(
	effect: Effect,
	{ body = 'dest=1', to, part = 0, parts }: Given = {},
): Exchange<string> {
	const covers = parts?.[part];
	return {
		effect,
		request: { api: 'sms', method: 'POST', path: '/1.1/api.php', headers: {}, body },
		...(to && { recipients: to }),
		...(parts && covers !== undefined && { covers, parts }),
		parse({ status, bytes }) {
			const text = Buffer.from(bytes).toString();
			if (text.startsWith('OK')) return text;
			if (text.startsWith('ERROR')) {
				const meaning = { message: 'No.', remediation: 'Fix it.' };
				throw new Rejected(text, {
					...meaning,
					...(text === 'ERROR 05' && { isTemporary: true, isOverload: true }),
					...(text === 'ERROR limit' && { isOverload: true }),
				});
			}
			throw new UnexpectedResponse(status, text);
		},
		referencesIn: ({ bytes }) => [Buffer.from(bytes).toString().slice(3)],
	};
}
