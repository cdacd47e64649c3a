/** service.md#waba-webhooks and service.md#rcs-webhooks. */
export const CLIENT_ID = 123_456;
