/** Parts of the server that the seed and the benchmarks use besides its API: database, settings and roll-ups. */
export { makeOrganization } from '../admin/make-organization.ts';
export { shareWithOwners } from '../admin/share-with-owners.ts';
export { readConfig } from '../config.ts';
export { openDatabase, type Database } from '../db/connections/database.ts';
export { openDatabases, type Databases } from '../db/connections/databases.ts';
export { findRunningEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
export {
  partitionBounds,
  toPartitionName,
  PARTITIONED_TABLES,
  toWeek,
} from '../db/partitions/partitions.ts';
export { createPrincipalScope, createScope, type RequestScope } from '../db/scope.ts';
export type { Statements } from '../db/statements.ts';
export { systemClock } from '../clock.ts';
export { createSystemDeps } from '../deps.ts';
export { systemRandom } from '../random.ts';
export { reportTestNews } from '../executions/life-cycle/test-news/report-test-news.ts';
export { reviewDueExecutions } from '../executions/life-cycle/review-due-executions.ts';
export { settleExecutions } from '../executions/life-cycle/settle-executions.ts';
export { correctUsage } from '../quotas/usage.queries.ts';
export { rebuildRollUps, type RebuildProgress } from '../rollups/rebuild.ts';
export {
  analyzeDueExecutions,
  queueOlderExecutions,
} from '../analyses/due-analyses/analyze-due-executions.ts';
export { startPostgresPair, type PostgresPair } from '../db/embedded/postgres-pair.ts';
