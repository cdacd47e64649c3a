import { NodeFailure } from '../errors';
import { isOpen, isRejected, type LoggedRequest, type SendLog } from './sendLog';
import { withCommas } from '../../../protocol/validation';

/** Names the first entries of a list, and counts the others. */
export function firstOf(entries: readonly unknown[], maximum: number): string {
	const more = entries.length - maximum;
	const named = entries.slice(0, maximum).join(', ');
	return more > 0 ? `${named} and ${withCommas(more)} more` : named;
}

/**
 * Turns the failure of an item into one that says what was sent of it, where some of its requests were accepted.
 *
 * @param cause why the rest was not accepted
 * @param label the parameter that it is about, as the editor calls it
 */
export function partlySent(log: SendLog, item: number, cause: NodeFailure, label?: string): NodeFailure {
	const { requests = [], parts: partNames = [], key } = log.entryAt(item) ?? {};
	const total = Math.max(partNames.length, requests.length);
	const named = (isWanted: (request: LoggedRequest) => boolean): string[] =>
		requests.flatMap((request, number) =>
			isWanted(request) ? [partNames[number] ?? `request ${number + 1}`] : [],
		);
	const isAccepted = (request: LoggedRequest): boolean => !isOpen(request) && !isRejected(request);
	const accepted = named(isAccepted);
	const rejectedCount = requests.filter(isAccepted).reduce((count, { rejected = 0 }) => count + rejected, 0);
	const open = named(isOpen);
	const isCovered = open.length === 0 || cause.kind === 'unknown';
	if ((accepted.length === 0 && isCovered) || accepted.length === total) return cause;
	const listed = (what: string, entries: readonly string[], except = ''): string[] =>
		entries.length === 0 ? [] : [`${what}: ${firstOf(entries, 20)}${except}.`];
	const exceptRejected =
		rejectedCount > 0
			? `, except for rejected recipients (${withCommas(rejectedCount)}), who got no message`
			: '';
	const fitsEntry = log.fitsEntry(item);
	const reason = cause.message.replace(/\.$/, '');
	const retry =
		open.length > 0
			? 'Retries send nothing more. Check your SMSBOX account, then send the rest in a new execution.'
			: key === undefined
				? 'Retry On Fail and the first retry of this execution send only the rest. A new execution would send everything.'
				: 'Retry On Fail sends only the rest. In another execution, send the rest with another deduplication key.';
	const facts = [
		...listed('Accepted', accepted, exceptRejected),
		...listed(
			'References',
			requests.flatMap(({ references = [] }) => references),
		),
		...listed('Rejected', named(isRejected)),
		...listed('May have been sent', open),
		...listed('Not sent', partNames.slice(requests.length)),
		`Reason: ${label === undefined ? '' : `${label}: `}${reason}.`,
		...(partNames.length === 0
			? []
			: [
					`Recipients are counted${fitsEntry === true ? '' : ' as in the earlier list,'} without repeated and excluded ones.`,
				]),
	];
	return new NodeFailure({
		kind: 'partlySent',
		message: `Partly sent: ${accepted.length} of ${total} requests were accepted`,
		description: [
			...facts,
			fitsEntry === false ? 'Retries send nothing more. Send the rest in a new execution.' : retry,
		].join(' '),
		code: cause.code,
		isAccountLevel: cause.isAccountLevel,
		toModel: ['Do not send it again, not even to the rest. Tell the user what was sent.', ...facts].join(' '),
	});
}
