/**
 * The advisory locks of svc. A transaction that needs several takes them in this order, and the locks of
 * rows after all of them, in the order executions, projects, fingerprints, tests. `try` never waits.
 *
 *  1. server      session lock of the embedded Postgres' server (try)
 *  2. migration   held while steps of the schema run
 *  3. bootstrap   held while the first organization is made
 *  4. retention   one server at a time takes what has expired (try)
 *  5. partitions  held while the tables of a week are made; nothing else is locked behind it
 *  6. uploads     (organization) shared by its uploads; alone for one that runs again after a deadlock
 *  7. uploadKey   (organization, key) an upload with its idempotency key and its execution's key (try)
 *  8. rollUps     (organization) one server at a time derives; retention waits for it (else try)
 *  9. parts       (execution) shared by those who add parts, alone for who replaces or takes them
 */
export const LOCKS = {
  server: 7_382_001,
  migration: 7_382_002,
  bootstrap: 7_382_003,
  partitions: 7_382_004,
  retention: 7_382_005,
} as const;

/** The seeds for `hashtextextended`, which turns an id into a lock key. */
export const LOCK_SEEDS = { parts: 0, uploads: 1, rollUps: 2, uploadKey: 3 } as const;
