import type { TransactionScope } from '../../../db/scope.ts';
import { deleteResults, buildPairBind, PAIRS } from './dropped-results.queries.ts';
import type { ResultPair } from './retried-parts.queries.ts';
import type { StoredAt } from './retried-parts.queries.ts';

/**
 * Makes one result of each pair: its attempts are those of both, and its outcome is the later one's. It keeps the id of
 * the earlier one, to which verdicts may refer. At least one of the two failed or is flaky.
 */
export async function joinResults(
  scope: TransactionScope,
  place: StoredAt,
  pairs: readonly ResultPair[],
): Promise<void> {
  if (pairs.length === 0) return;
  const bind = buildPairBind(scope, place, pairs);
  await scope.query(ADD_ONLY_ATTEMPTS, bind);
  await scope.query(MOVE_ATTEMPTS, bind);
  await scope.query(MOVE_ARTIFACTS, bind);
  await scope.query(JOIN_FAILURES, bind);
  await scope.query(MOVE_FAILURES, bind);
  await scope.query(JOIN_OUTCOMES, bind);
  await deleteResults(scope, place, pairs);
  await scope.query(COPY_OUTCOMES, bind);
}

function isResult(result: string, id: string): string {
  return `${result}.organization_id = $1
       AND ${result}.execution_id = $2
       AND ${result}.week = $3
       AND ${result}.id = ${id}`;
}

const JOIN_BOTH = `FROM ${PAIRS}
     JOIN results AS earlier ON ${isResult('earlier', 'pair.earlier_id')}
     JOIN results AS later ON ${isResult('later', 'pair.later_id')}`;

/** A result with a single attempt may have no row of it. */
const ADD_ONLY_ATTEMPTS = `
     INSERT INTO attempts (
       organization_id, execution_id, week, result_id, index, status, duration_ms, started_at)
     SELECT results.organization_id, $2, $3, results.id, 1, results.status, results.last_attempt_ms, results.started_at
     FROM results
     WHERE results.organization_id = $1
       AND results.execution_id = $2
       AND results.week = $3
       AND results.id = ANY ($4::uuid[] || $5::uuid[])
       AND NOT EXISTS (
         SELECT 1 FROM attempts
         WHERE attempts.organization_id = $1
           AND attempts.execution_id = $2
           AND attempts.week = $3
           AND attempts.result_id = results.id)`;

const MOVE_ATTEMPTS = `
     UPDATE attempts
     SET result_id = earlier.id, index = attempts.index + earlier.retries + 1
     ${JOIN_BOTH}
     WHERE attempts.organization_id = $1
       AND attempts.execution_id = $2
       AND attempts.week = $3
       AND attempts.result_id = later.id`;

const MOVE_ARTIFACTS = `
     UPDATE artifacts
     SET result_id = earlier.id,
         attempt = coalesce(artifacts.attempt, later.retries + 1) + earlier.retries + 1
     ${JOIN_BOTH}
     WHERE artifacts.organization_id = $1
       AND artifacts.execution_id = $2
       AND artifacts.result_id = later.id`;

/** Where both failed: the newest failure comes first. */
const JOIN_FAILURES = `
     UPDATE failing_results AS failure
     SET fingerprint_id = newer.fingerprint_id,
         further_fingerprints = nullif(
           ARRAY(
             SELECT id
             FROM unnest(newer.further_fingerprints || failure.fingerprint_id || failure.further_fingerprints)
               WITH ORDINALITY AS both_tries (id, place)
             WHERE id <> newer.fingerprint_id
             GROUP BY id
             ORDER BY min(place)),
           '{}')
     FROM ${PAIRS}
     JOIN failing_results AS newer ON newer.organization_id = $1
                                  AND newer.execution_id = $2
                                  AND newer.result_id = pair.later_id
     WHERE failure.organization_id = $1
       AND failure.execution_id = $2
       AND failure.result_id = pair.earlier_id
       AND $3::date IS NOT NULL`;

/** Applies if only the later one failed. */
const MOVE_FAILURES = `
     UPDATE failing_results
     SET result_id = earlier.id, upload_id = earlier.upload_id
     ${JOIN_BOTH}
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = $2
       AND failing_results.result_id = later.id
       AND NOT EXISTS (
         SELECT 1 FROM failing_results AS failure
         WHERE failure.organization_id = $1
           AND failure.execution_id = $2
           AND failure.result_id = earlier.id)`;

const JOIN_OUTCOMES = `
     UPDATE results
     SET status = later.status,
         flaky = later.status = 'passed',
         duration_ms = least(2147483647, earlier.duration_ms::bigint + later.duration_ms),
         last_attempt_ms = later.last_attempt_ms,
         retries = earlier.retries + later.retries + 1
     ${JOIN_BOTH}
     WHERE ${isResult('results', 'earlier.id')}`;

const COPY_OUTCOMES = `
     UPDATE failing_results
     SET status = results.status,
         flaky = results.flaky,
         contradicted = false,
         wasted_ms = (
           SELECT coalesce(sum(attempts.duration_ms), 0)
           FROM attempts
           WHERE attempts.organization_id = $1
             AND attempts.execution_id = $2
             AND attempts.week = $3
             AND attempts.result_id = results.id
             AND attempts.index <= results.retries)
     FROM results
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = $2
       AND failing_results.result_id = results.id
       AND results.organization_id = $1
       AND results.execution_id = $2
       AND results.week = $3
       AND results.id = ANY ($4::uuid[])
       AND $5::uuid[] IS NOT NULL`;
