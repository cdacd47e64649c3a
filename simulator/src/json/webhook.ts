/** service.md#waba-webhooks and service.md#rcs-webhooks. */
export const CLIENT_ID = 123_456;

/** Unix seconds as text, as `data` has them. */
export const unixSeconds = (time: number): string => String(Math.floor(time / 1_000));
