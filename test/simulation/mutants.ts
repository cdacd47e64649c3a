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

/** By file: the bugs, each with a text that is in the file exactly once, and what stands there instead. */
const edits: Record<string, Record<string, [search: string, replacement: string]>> = {
	'nodes/engine/sending/storedLog.ts': {
		'A run is known by its number, with which n8n begins again': [
			'if (!isRepeated && index === log.runIndex) return undefined;',
			'if (log.runIndex < Infinity) return index;',
		],
	},
	'nodes/engine/sending/sendLog.ts': {
		'A retry sends accepted items again': [
			"if (typeof done === 'object') return",
			"if (typeof done === 'object' && this.isTool) return",
		],
		'A retry reports new recipients as accepted': [
			'request.to === recipientsHash(exchange)',
			"(request.to !== '' || request.to === recipientsHash(exchange))",
		],
		'Max Messages ignores what an earlier try sent': [
			'if (isDone) this.stored.sent += entry.messages;',
			'if (isDone) this.stored.sent += 0;',
		],
		'Max Messages counts items that were not sent': [
			'if (!isDone) entry.messages = messagesIn(entry.requests);',
			'',
		],
		'Nothing of completed items is left when the node returns, and n8n throws': [
			'end(keepOutputs: boolean): void {',
			'end(keepOutputs: boolean): void {\n\t\tfor (const key of Object.keys(this.stored.done)) if (!(key in this.stored.items) || (this.stored.items[key]?.requests.length === 0)) Reflect.deleteProperty(this.stored.done, key);',
		],
		'What may have been sent is sent again where the error output leads back': [
			'return entry === undefined ? [] : [[key, entry]];',
			'return entry === undefined || entry.requests.some(isOpen) ? [] : [[key, entry]];',
		],
		'A message that was partly sent goes to all for another time': [
			"hasReached(entry.requests)) ? 'changed' : 'new'",
			"hasReached(entry.requests)) ? 'new' : 'new'",
		],
		'The stopped clock goes on with each call of a tool': [
			'this.stored.clock ??= now.getTime()',
			'this.stored.clock = now.getTime()',
		],
		'Max Messages forgets what was sent of a message whose list is shorter now': [
			'Math.max(count, messagesIn(this.requestsOf(item)))',
			'count',
		],
		'Those whom a later request may have reached are not remembered': [
			'if (this.fits.get(item) === true) entry.message = message;',
			'',
		],
	},
	'nodes/engine/sending/messageIdentity.ts': {
		"A model's repeated call is sent again": [
			'message.options !== otherMessage.options',
			'message.options !== otherMessage.content',
		],
		'What may have been sent goes again to one of several recipients': [
			'(recipients.length === 0 ? [anybody] : recipients).map(',
			'(recipients.length === 0 ? [anybody] : [recipients.join()]).map(',
		],
		"A model's call that names people in another order is another message": [
			'otherPeople.some((person) => forms.has(person))',
			'otherPeople.every((person, index) => forms.has(person) && person === people[index])',
		],
		'A list of a model reaches those again who have the message': [
			'otherPeople.some((person)',
			'otherPeople.every((person)',
		],
	},
	'nodes/engine/http/transport.ts': {
		'National numbers are of one country, whatever the account says': [
			'countryCode: countryCodeIn(credential)',
			"countryCode: countryCodeIn(credential) && '34'",
		],
		"Every item uses the first item's credential": [
			'context.getCredentials(credentialName, item)',
			'context.getCredentials(credentialName, item * 0)',
		],
	},
	'nodes/engine/errors.ts': {
		'A transfer with a temporary error counts as rejected': [
			'isOpenAfterTemporary: true',
			'isOpenAfterTemporary: false',
		],
	},
	'nodes/engine/execution/sendBatches.ts': {
		'A batch counts distinct numbers, a request counts entries': [
			'joined.length + partitionKeys.length',
			'new Set([...joined, ...partitionKeys]).size',
		],
		'A batch stays open after a later one has the same recipient': [
			'(lastBatchOf.get(person) ?? -1) < index',
			'!joined.includes(person)',
		],
		'A message of which the service leaves open whom it took counts as sent': [
			'if (accepted === null) return undefined;',
			'if (accepted === null) return 0;',
		],
	},
	'nodes/engine/execution/runItems.ts': {
		'Max Messages counts items that were sent before under their key': [
			'totalWith(real, false) > quota',
			'totalWith(real, false) > Infinity',
		],
		'Max Messages counts dry runs': ['fitting(dry, false)', 'fitting(dry, true)'],
	},
	'nodes/engine/execution/readItems.ts': {
		'Excluded Recipients leave out nobody in a list': [
			'const remaining = numbers.some(isKept) ? work.keepRecipients(isKept) : undefined;',
			'const remaining = numbers.some(isKept) ? work : undefined;',
		],
	},
	'nodes/engine/sending/keyStore.ts': {
		'Deduplication keys are forgotten too early': ['keys * entriesPerKey', 'keys'],
		'A key reserved anew keeps the marks of its acceptance': [
			'hasDropped ? reservations : reservations.filter((key) => !fresh.has(key)),',
			'reservations.filter((key) => !fresh.has(key)),',
		],
		'A list of keys that could not be put back in order counts as whole': [
			'this.state.hasDropped = !hasFirst;',
			'',
		],
		'A message that another execution is sending counts as possibly sent': [
			"!this.holds(key)) return 'inProgress'",
			"!this.holds(key)) return 'pending'",
		],
	},
	'nodes/engine/execution/identity.ts': {
		"A message gets the reservation of another message's key": [
			'[key, reservations[index]]',
			'[key, reservations[Math.max(0, index - 1)]]',
		],
		'A key that the execution has used for others counts as sent': [
			"earlier !== '' &&",
			"earlier === '?' &&",
		],
		"A dry run releases another message's key": [
			'!isDryRun && !log.mayHaveReached(item)',
			'!log.mayHaveReached(item)',
		],
		'The former form of a number is another person': [
			'(number) => [withoutOptionalDigit(number)]',
			'(number) => [number]',
		],
		'Where no country code tells, a national number is another person': [
			'hashesOf(reachable, comparableForms, textHashes)',
			'[]',
		],
		'What a person reads is no part of a message': ['...peopleWith(textHashesOf(work)),', '...peopleWith(),'],
		'What the clock changes is another message': [
			'first.message === undefined ? unfiltered : await timeless()',
			'unfiltered',
		],
		'What may say something else in another round is another message': [
			'(!isSame && { mayChange',
			'(request === undefined && { mayChange',
		],
	},
	'protocol/recipients/phoneNumbers.ts': {
		'Holes in a list of recipients are passed over': [
			'Array.isArray(input) ? Array.from(input) : [input]',
			'Array.isArray(input) ? [...Object.values(input)] : [input]',
		],
	},
	'protocol/sms/send.ts': {
		'A message that comes back with another validity is another one': [
			'text: params.text,',
			"text: `${params.text} ${form.validity ?? ''}`,",
		],
	},
};

export const mutants: readonly Mutant[] = Object.entries(edits).flatMap(([file, bugs]) =>
	Object.entries(bugs).map(([bug, [search, replacement]]) => ({ bug, file, search, replacement })),
);

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
