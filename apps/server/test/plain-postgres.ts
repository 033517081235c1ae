/**
 * Whether a test must be skipped whose subject is how Postgres plans a statement, or how many rows a transaction reads:
 * with TEST_CITUS_URL the nodes of the cluster plan, and read in transactions of their own, which a test cannot ask.
 */
export const nodesPlan = process.env['TEST_CITUS_URL'] !== undefined;
