/** How many recipients one request takes (service.md#sms-parameters, service.md#waba-requests). */
export interface RequestLimits {
	readonly recipients: number;
	/** SMS with variables of their own for each recipient. */
	readonly personalized: number;
	/** SMS of strategies 1 and 2: the blacklists are not checked for them. */
	readonly restricted: number;
}

export const requestLimits: RequestLimits = { recipients: 5000, personalized: 500, restricted: 50 };
