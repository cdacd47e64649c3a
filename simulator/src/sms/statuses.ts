/** service.md#delivery-status-codes: their names. */
export const STATUS_NAMES: ReadonlyMap<number, string> = new Map([
	[-3, 'Reimbursed'],
	[-1, 'Unknown'],
	[0, 'Received'],
	[1, 'Failure'],
	[2, 'Rejected'],
	[3, 'Inactive'],
	[4, 'Not responding'],
	[5, 'Reception error'],
	[6, 'Saturated'],
	[7, 'Unknown number'],
	[8, 'Non-routable'],
	[9, 'Transmitted'],
	[10, 'Sent'],
	[30, 'Call in progress'],
	[31, 'Picked up'],
	[32, 'Listening accepted'],
	[33, 'Message listened'],
	[34, 'Listening confirmed'],
	[35, 'Listening refused'],
	[36, 'Not picked up'],
	[37, 'No response'],
	[38, 'No dial tone'],
	[39, 'Waiting for retry'],
]);

/** *Assumed*: the status of a message that was accepted and of which nothing is known yet. */
export const NOTHING_KNOWN = -1;
export const REIMBURSED = -3;
