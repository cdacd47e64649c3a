/** What goes wrong at the service in the tests of examples. */
import type { Fault } from './exampleHarness';

/** The service refuses an operation from now on. */
export const refusing = (operation: string, status = 503, times = 0): Fault => ({
	on: 'request',
	kind: 'refuse',
	status,
	times,
	match: { operation },
});

/** The next request for an operation has no answer. */
export const cut = (operation: string, kind = 'cut-after'): Fault => ({
	on: 'request',
	kind,
	match: { operation },
});

/** Requests for an operation take this long to be answered from now on. */
export const slow = (operation: string, ms: number): Fault => ({
	on: 'request',
	kind: 'latency',
	ms,
	times: 0,
	match: { operation },
});

/** SMSBOX rejects each SMS to this number from now on. */
export const rejecting = (number: string): Fault => ({
	on: 'request',
	kind: 'body',
	body: 'ERROR',
	times: 0,
	match: { dest: number.slice(1) },
});

/** The next request for an operation has this answer. */
export const answering = (operation: string, body: object, accepted = false): Fault => ({
	on: 'request',
	kind: 'body',
	body: JSON.stringify(body),
	contentType: 'application/json',
	accepted,
	match: { operation },
});

/** The service takes the next message of an operation, and answers with a web page. */
export const meaningless = (operation: string): Fault => ({
	...cut(operation, 'body'),
	body: '<html>Gateway</html>',
	contentType: 'text/html',
	accepted: true,
});

/** The service reports each event twice from now on. */
export const reportedTwice: Fault = { on: 'callback', kind: 'duplicate', times: 0 };

/** The answer to a send by WhatsApp or RCS, with what is said of its recipient. */
export const answerAbout = (recipient: object, reference = '123456789012') => ({
	response: { response_code: '202', response_desc: 'Request successfully queued.' },
	reference,
	recipients: [recipient],
});

/** The reference under which the service {@link perhaps} has taken a message. */
export const perhapsReference = '123456789012';

/** The service takes the next message of an operation, and does not say so in words that anybody knows. */
export const perhaps = (operation: string, number: string): Fault =>
	answering(
		operation,
		answerAbout({ submitted: number, rewrited: number, state: 'PERHAPS', reason_code: 'LATER' }),
		true,
	);
