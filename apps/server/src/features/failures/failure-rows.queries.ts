import {
  executionConditions,
  type BindValue,
  type ExecutionsFilter,
} from '../../db/execution-conditions.ts';
import { plainArray } from '../../db/plain-array.ts';

/** Whose failures: those of the executions that fit, and perhaps those with these fingerprints alone. */
export interface AskedFailures {
  filter: ExecutionsFilter;
  fingerprintIds?: readonly string[];
}

/** The common table expressions `matching`, of executions, and `failures`, of their failed results. */
export function failureRows({ filter, fingerprintIds }: AskedFailures, value: BindValue): string {
  return `matching AS MATERIALIZED (
       SELECT id, project_id, branch, framework, week, status, started_at
       FROM executions
       WHERE ${executionConditions(filter, value)}
     ), failures AS (
       SELECT failing_results.fingerprint_id,
              failing_results.test_id,
              failing_results.result_id,
              failing_results.execution_id,
              matching.project_id,
              matching.branch,
              matching.week,
              matching.started_at
       FROM matching
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = matching.id
       WHERE failing_results.status IN ('failed', 'timedOut')
         ${
           fingerprintIds === undefined
             ? ''
             : `AND failing_results.fingerprint_id = ANY (${value(plainArray(fingerprintIds))}::uuid[])`
         }
     )`;
}
