import { ConfigError, type Config } from '../config.ts';
import { DistributionError } from '../db/citus/distribute.ts';
import { describeNodeAway, NodeAwayError } from '../db/connections/node-away-error.ts';
import { DatabaseRefusal } from '../db/database-refusal.ts';
import { EmbeddedPostgresError } from '../db/embedded/embedded-postgres-error.ts';
import { connectionRefusal } from './connection-refusal.ts';
import { startRefusal } from './start-refusal.ts';

/**
 * Lines for the operator about an error that they can solve: wrong settings, and what the database, the disk or the
 * operating system refused. Undefined for any other error.
 * @param asked undefined if the settings could not be read.
 */
export function explainFailure(error: unknown, asked: Config | undefined): string[] | undefined {
  if (error instanceof ConfigError) return error.complaints;
  if (
    error instanceof EmbeddedPostgresError ||
    error instanceof DistributionError ||
    error instanceof DatabaseRefusal
  ) {
    return [error.message];
  }
  if (error instanceof NodeAwayError) return [describeNodeAway(error)];
  const refusal = connectionRefusal(error, asked) ?? startRefusal(error, asked);
  return refusal === undefined ? undefined : [refusal];
}
