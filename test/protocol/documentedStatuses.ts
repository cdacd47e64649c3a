/** The statuses that the service documents, in the order in which they come. */
type DocumentedStatus = readonly [code: string, final: boolean, delivered: boolean | null];

export const documentedStatuses = {
	waba: [
		['ack', false, null],
		['sent', false, null],
		['delivered', false, true],
		['read', true, true],
		['failed', true, false],
	],
	rcs: [
		['SENT', false, null],
		['DELIVERED', false, true],
		['READ', true, true],
		['REJECTED', true, false],
		['FAILED', true, false],
		['EXPIRED', true, false],
	],
} satisfies Record<string, readonly DocumentedStatus[]>;
