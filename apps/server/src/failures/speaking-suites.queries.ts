import { NEW_EXECUTIONS } from '@svc/contract/history/failures';
import {
  executionConditions,
  sourceCondition,
  SPEAKS,
  type BindValue,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';

/**
 * The common table expressions `known` (the matching executions of any source, numbered by `age`, and `is_asked` if of
 * the filter's source) and `suites` (a suite of a branch, numbered):
 * - `newest`, the age of its newest execution that counts for its branch; null without one
 * - `last_at`, when its newest execution began
 * - `recent_from`, when the third newest execution that counts for its branch began; the oldest if there are fewer
 * - `is_base`: of the deciding branch, which is the filter's, else the project's default branch. In a project without
 *   branches, that is no branch. `has_base`: the project has a default branch.
 * - `base_last_at`, when the newest execution that counts for that branch began
 */
export function suitesOf(filter: ExecutionsFilter, value: BindValue): string {
  const ofAnySource = { ...filter, source: undefined };
  return `known AS MATERIALIZED (
       SELECT executions.id,
              executions.started_at,
              executions.project_id,
              executions.branch,
              ${sourceCondition(filter, value) ?? 'true'} AS is_asked,
              ${SPEAKS} AS speaks,
              -- A number, because thousands of failures are grouped and joined by it. Executions without a branch
              -- share a branch.
              dense_rank() OVER (ORDER BY executions.project_id, executions.branch, executions.suite) AS suite,
              row_number() OVER (ORDER BY executions.started_at, executions.id) AS age
       FROM executions
       WHERE ${executionConditions(ofAnySource, value)}
     ), suites AS MATERIALIZED (
       SELECT counted.*,
              projects.default_branch IS NOT NULL AS has_base,
              is_base.is_base,
              max(counted.speaking_at) FILTER (WHERE is_base.is_base)
                OVER (PARTITION BY counted.project_id) AS base_last_at
       FROM (
         SELECT suite,
                project_id,
                branch AS branch_name,
                max(age) FILTER (WHERE speaks) AS newest,
                max(started_at) AS last_at,
                max(started_at) FILTER (WHERE speaks) AS speaking_at,
                (SELECT min(recent)
                 FROM unnest((array_agg(started_at ORDER BY age DESC) FILTER (WHERE speaks))[:${NEW_EXECUTIONS}])
                   AS recent) AS recent_from
         FROM known
         GROUP BY suite, project_id, branch
       ) AS counted
       JOIN projects ON projects.organization_id = $1 AND projects.id = counted.project_id
       CROSS JOIN LATERAL (
         SELECT ${filter.branch === undefined ? 'counted.branch_name IS NOT DISTINCT FROM projects.default_branch' : 'true'}
           AS is_base
       ) AS is_base
     )`;
}
