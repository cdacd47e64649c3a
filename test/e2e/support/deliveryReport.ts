/** The query of a delivery report as the service calls a trigger with it: the message with this reference has arrived. */
export const deliveryReport = (reference: string | number): string =>
	`numero=33600123456&reference=${reference}&accuse=0&ts=1705326600`;
