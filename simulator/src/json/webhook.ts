/** "WABA" and "RCS", sample values. */
export const CLIENT_ID = 123_456;

/** Unix seconds as text, as `data` has them. */
export const unixSeconds = (time: number): string => String(Math.floor(time / 1_000));
