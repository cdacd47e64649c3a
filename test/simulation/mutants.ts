/** Bugs that the send log must never have, as edits of the engine's source: the oracle has to find each of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Mutant {
	bug: string;
	/** From the root of the repository. */
	file: string;
	/** Is in the file exactly once. */
	search: string;
	replacement: string;
}

const batches = 'nodes/engine/execution/batchItems.ts';
const identity = 'nodes/engine/execution/identity.ts';
const policy = 'nodes/engine/execution/runItems.ts';
const sending = 'nodes/engine/execution/sendBatches.ts';
const processedValues = 'nodes/engine/sending/processedValues.ts';
const reservations = 'nodes/engine/execution/reserveKeys.ts';
const messages = 'nodes/engine/sending/messageIdentity.ts';
const sendLog = 'nodes/engine/sending/sendLog.ts';

export const mutants: readonly Mutant[] = [
	{
		bug: 'A batch counts distinct numbers, a request counts entries',
		file: batches,
		search: 'joined.length + partitionKeys.length',
		replacement: 'new Set([...joined, ...partitionKeys]).size',
	},
	{
		bug: 'A batch stays open after a later one has the same recipient',
		file: batches,
		search: '(lastBatchOf.get(person) ?? -1) < index',
		replacement: '!joined.includes(person)',
	},
	{
		bug: 'Deduplication keys are forgotten too early',
		file: processedValues,
		search: 'keys * entriesPerKey',
		replacement: 'keys',
	},
	{
		bug: 'A retry sends accepted items again',
		file: sendLog,
		search: "if (typeof done === 'object') return",
		replacement: "if (typeof done === 'object' && this.isTool) return",
	},
	{
		bug: 'A retry reports new recipients as accepted',
		file: sendLog,
		search: 'request.to === recipientsHash(exchange)',
		replacement: "(request.to !== '' || request.to === recipientsHash(exchange))",
	},
	{
		bug: 'Max Messages ignores what an earlier try sent',
		file: sendLog,
		search: 'if (isDone) this.stored.sent += entry.messages;',
		replacement: 'if (isDone) this.stored.sent += 0;',
	},
	{
		bug: 'Max Messages counts items that were not sent',
		file: sendLog,
		search: 'if (!isDone) entry.messages = messagesIn(entry.requests);',
		replacement: '',
	},
	{
		bug: "A model's repeated call is sent again",
		file: messages,
		search: 'message.content !== otherMessage.content ||',
		replacement: 'message.content !== otherMessage.options ||',
	},
	{
		bug: 'Nothing of completed items is left when the node returns, and n8n throws',
		file: sendLog,
		search: 'end(keepOutputs: boolean): void {',
		replacement:
			'end(keepOutputs: boolean): void {\n\t\tfor (const key of Object.keys(this.stored.done)) if (!(key in this.stored.items) || (this.stored.items[key]?.requests.length === 0)) Reflect.deleteProperty(this.stored.done, key);',
	},
	{
		bug: "Every item uses the first item's credential",
		file: 'nodes/engine/http/accounts.ts',
		search: 'context.getCredentials(credentialName, item)',
		replacement: 'context.getCredentials(credentialName, item * 0)',
	},
	{
		bug: 'A transfer with a temporary error counts as rejected',
		file: 'nodes/engine/errors.ts',
		search: 'isOpenAfterTemporary: true',
		replacement: 'isOpenAfterTemporary: false',
	},
	{
		bug: 'What may have been sent is sent again where the error output leads back',
		file: sendLog,
		search: 'return entry === undefined ? [] : [[key, entry]];',
		replacement: 'return entry === undefined || entry.requests.some(isOpen) ? [] : [[key, entry]];',
	},
	{
		bug: 'What may have been sent goes again to one of several recipients',
		file: messages,
		search: '(recipients.length === 0 ? [anybody] : recipients).map(',
		replacement: '(recipients.length === 0 ? [anybody] : [recipients.join()]).map(',
	},
	{
		bug: 'A message of which the service leaves open whom it took counts as sent',
		file: sending,
		search: 'if (accepted === null) return undefined;',
		replacement: 'if (accepted === null) return 0;',
	},
	{
		bug: 'A key reserved anew keeps the marks of its acceptance',
		file: processedValues,
		search: 'hasDropped ? reservations : reservations.filter((key) => !fresh.has(key)),',
		replacement: 'reservations.filter((key) => !fresh.has(key)),',
	},
	{
		bug: 'Max Messages counts items that were sent before under their key',
		file: policy,
		search: 'totalWith(real, false) > quota',
		replacement: 'totalWith(real, false) > Infinity',
	},
	{
		bug: 'Max Messages counts dry runs',
		file: policy,
		search: 'fitting(dry, false)',
		replacement: 'fitting(dry, true)',
	},
	{
		bug: "A message gets the reservation of another message's key",
		file: reservations,
		search: '[key, reservations[index]]',
		replacement: '[key, reservations[Math.max(0, index - 1)]]',
	},
	{
		bug: 'A key that the execution has used for others counts as sent',
		file: reservations,
		search: "earlier !== '' &&",
		replacement: "earlier === '?' &&",
	},
	{
		bug: "A dry run releases another message's key",
		file: reservations,
		search: '!isDryRun && !log.mayHaveReached(item)',
		replacement: '!log.mayHaveReached(item)',
	},
	{
		bug: 'A message that was partly sent goes to all for another time',
		file: sendLog,
		search: "hasReached(entry)) ? 'changed' : 'new'",
		replacement: "hasReached(entry)) ? 'new' : 'new'",
	},
	{
		bug: "A model's call that names people in another order is another message",
		file: messages,
		search: 'otherPeople.every((person) => forms.has(person))',
		replacement: 'otherPeople.every((person, index) => forms.has(person) && person === people[index])',
	},
	{
		bug: 'Excluded Recipients leave out nobody in a list',
		file: 'nodes/engine/execution/readItems.ts',
		search: 'const remaining = numbers.some(isKept) ? work.keepRecipients(isKept) : undefined;',
		replacement: 'const remaining = numbers.some(isKept) ? work : undefined;',
	},
	{
		bug: 'A message that another execution is sending counts as possibly sent',
		file: 'nodes/engine/sending/keyStore.ts',
		search: "!this.held.has(key)) return 'inProgress'",
		replacement: "!this.held.has(key)) return 'pending'",
	},
	{
		bug: 'National numbers are of one country, whatever the account says',
		file: 'nodes/engine/http/credential.ts',
		search: 'countryCode: countryCodeIn(credential)',
		replacement: "countryCode: countryCodeIn(credential) && '34'",
	},
	{
		bug: 'The former form of a number is another person',
		file: identity,
		search: '(number) => [withoutOptionalDigit(number)]',
		replacement: '(number) => [number]',
	},
	{
		bug: 'Where no country code tells, a national number is another person',
		file: identity,
		search: 'hashesOf(reachable, comparableForms, ownWords)',
		replacement: '[]',
	},
	{
		bug: 'What a person reads is no part of a message',
		file: identity,
		search: '...peopleWith(work.personal),',
		replacement: '...peopleWith(),',
	},
	{
		bug: 'Holes in a list of recipients are passed over',
		file: 'protocol/recipients/phoneNumbers.ts',
		search: 'Array.isArray(input) ? Array.from(input) : [input]',
		replacement: 'Array.isArray(input) ? [...Object.values(input)] : [input]',
	},
	{
		bug: 'A list of keys that could not be put back in order counts as whole',
		file: processedValues,
		search: 'this.state.hasDropped = !hasFirst;',
		replacement: '',
	},
	{
		bug: 'What the clock changes is another message',
		file: identity,
		search: 'first.message === undefined ? unfiltered : await timeless()',
		replacement: 'unfiltered',
	},
	{
		bug: 'What may say something else in another round is another message',
		file: identity,
		search: '(!isSame && { mayChange',
		replacement: '(request === undefined && { mayChange',
	},
	{
		bug: 'The stopped clock goes on with each call of a tool',
		file: sendLog,
		search: 'this.stored.clock ??= now.getTime()',
		replacement: 'this.stored.clock = now.getTime()',
	},
	{
		bug: 'Max Messages forgets what was sent of a message whose list is shorter now',
		file: sendLog,
		search: 'Math.max(count, messagesIn(this.entryAt(item)?.requests ?? []))',
		replacement: 'count',
	},
	{
		bug: 'A message that comes back with another validity is another one',
		file: 'protocol/sms/send.ts',
		search: 'text: params.text,\n\t\t\tperPerson',
		replacement: "text: `${params.text} ${form.validity ?? ''}`,\n\t\t\tperPerson",
	},
	{
		bug: 'Those whom a later request may have reached are not remembered',
		file: sendLog,
		search: 'if (this.fits.get(item) === true) entry.message = message;',
		replacement: '',
	},
];

/**
 * Returns the source of a mutant's file with its edit.
 *
 * @param root of the repository
 * @throws Error where the text to search is not in it exactly once
 */
export function sourceOf({ bug, file, search, replacement }: Mutant, root: string): string {
	const [before, after, ...more] = readFileSync(join(root, file), 'utf8').split(search);
	if (before === undefined || after === undefined || more.length > 0) {
		throw new Error(`${bug}: ${file} must contain ${JSON.stringify(search)} exactly once`);
	}
	return before + replacement + after;
}
