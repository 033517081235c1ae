/** How long an attempt may be out before another server tries: longer than the limit of one request. */
export const LEASE_SECONDS = 30;

/** The pauses between attempts, before jitter. */
const RETRY_AFTER_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** How many attempts a delivery has, if none arrives. */
export const ATTEMPTS_MOST = RETRY_AFTER_SECONDS.length + 1;
