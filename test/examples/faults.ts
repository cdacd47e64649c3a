/** What goes wrong at the service in the tests of examples. */
import type { Fault } from './exampleHarness';

/** What happens to requests for an operation. */
const of = (operation: string, fault: Fault): Fault => ({ on: 'request', match: { operation }, ...fault });

/** The service refuses an operation from now on. */
export const refusing = (operation: string, status = 503, times = 0): Fault =>
	of(operation, { kind: 'refuse', status, times });

/** The next request for an operation has no answer. */
export const cut = (operation: string, kind = 'cut-after'): Fault => of(operation, { kind });

/** Requests for an operation take this long to be answered from now on. */
export const slow = (operation: string, ms: number): Fault =>
	of(operation, { kind: 'latency', ms, times: 0 });

/** SMSBOX rejects each SMS to this number from now on. */
export const rejecting = (number: string): Fault => {
	const match = { dest: number.slice(1) };
	return { on: 'request', kind: 'body', body: 'ERROR', times: 0, match };
};

/** The next request for an operation has this answer. */
export const answering = (operation: string, answer: object, accepted = false): Fault => {
	const body = JSON.stringify(answer);
	return of(operation, { kind: 'body', body, contentType: 'application/json', accepted });
};

/** The service takes the next message of an operation, and answers with a web page. */
export const meaningless = (operation: string): Fault =>
	of(operation, { kind: 'body', body: '<html>Gateway</html>', contentType: 'text/html', accepted: true });

/** The service reports each event twice from now on. */
export const reportedTwice: Fault = { on: 'callback', kind: 'duplicate', times: 0 };

/** The reference under which the service {@link perhaps} has taken a message. */
export const perhapsReference = '123456789012';

/** The answer to a send by WhatsApp or RCS, with what is said of its recipient. */
export const answerAbout = (recipient: object) => ({
	response: { response_code: '202', response_desc: 'Request successfully queued.' },
	reference: perhapsReference,
	recipients: [recipient],
});

/** The service takes the next message of an operation, and does not say so in words that anybody knows. */
export const perhaps = (operation: string, number: string): Fault => {
	const recipient = { submitted: number, rewrited: number, state: 'PERHAPS', reason_code: 'LATER' };
	return answering(operation, answerAbout(recipient), true);
};
