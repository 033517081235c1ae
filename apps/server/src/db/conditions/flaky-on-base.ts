import { IS_OF_DEFAULT_BRANCH } from './execution-conditions.ts';
import { isExecutionWithId } from './look-ups.ts';

/**
 * The condition that a row of failing_results went away by itself, and not because a person says so: its test passed on
 * a retry in the same execution, or passed with the same code in another one that counts for the default branch. Anyone
 * can upload a pass of any commit from their own branch. $1 is the organization.
 */
export function isFlakyOnBase(failure: string): string {
  return `(${failure}.flaky OR (${failure}.contradicted AND EXISTS (
         SELECT 1
         FROM execution_uploads AS part
         JOIN execution_uploads AS other ON other.organization_id = $1
                                        AND other.same_code = part.same_code
                                        AND other.execution_id <> part.execution_id
         CROSS JOIN LATERAL (
           SELECT * FROM executions WHERE ${isExecutionWithId('other.execution_id')} OFFSET 0
         ) AS executions
         JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id
         WHERE part.organization_id = $1
           AND part.execution_id = ${failure}.execution_id
           AND part.upload_id = ${failure}.upload_id
           AND ${IS_OF_DEFAULT_BRANCH}
           AND EXISTS (
             SELECT 1
             FROM results
             WHERE results.organization_id = $1
               AND results.test_id = ${failure}.test_id
               AND results.execution_id = other.execution_id
               AND results.week = executions.week
               AND results.upload_id = other.upload_id
               AND results.status = 'passed'
             OFFSET 0))))`;
}
