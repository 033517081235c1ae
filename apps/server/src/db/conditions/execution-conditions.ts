import type { Source } from '@svc/contract/filters';
import { toArrayLiteral } from '../connections/plain-array.ts';

/** Selects executions. An absent field does not filter. */
export interface ExecutionsFilter {
  from: Date;
  to: Date;
  project?: string | undefined;
  branch?: string | undefined;
  framework?: string | undefined;
  environment?: string | undefined;
  /** Undefined: all. */
  source?: Source | undefined;
  /** With the source `ci`: the ids of projects without executions from CI, whose local executions count. */
  withoutCi?: readonly string[] | undefined;
}

/** Binds a value to a statement and returns its placeholder: $2, $3, … */
export type BindValue = (value: unknown) => string;

/** The bound values of a statement. The organization is $1 everywhere; further values follow. */
export function createBinds(organizationId: string): { bind: unknown[]; value: BindValue } {
  const bind: unknown[] = [organizationId];
  return { bind, value: (one) => `$${bind.push(one)}` };
}

/**
 * The filter as a condition on the table executions. Excludes executions whose first upload is still in progress.
 * Uses the index executions_newest, or the index by project or branch when the filter has one.
 */
export function executionConditions(filter: ExecutionsFilter, value: BindValue): string {
  const conditions = [
    'executions.organization_id = $1',
    'executions.number IS NOT NULL',
    `executions.started_at >= ${value(filter.from)}`,
    `executions.started_at < ${value(filter.to)}`,
  ];
  // A sub-select: the planner then assumes one project and reads its index from the newest end.
  if (filter.project !== undefined) {
    conditions.push(
      `executions.project_id = (SELECT id FROM projects WHERE organization_id = $1 AND name = ${value(filter.project)})`,
    );
  }
  if (filter.branch !== undefined) {
    const branch = value(filter.branch);
    conditions.push(`md5(executions.branch) = md5(${branch}) AND executions.branch = ${branch}`);
  }
  if (filter.framework !== undefined) {
    conditions.push(`executions.framework = ${value(filter.framework)}`);
  }
  if (filter.environment !== undefined) {
    conditions.push(`executions.environment_name = ${value(filter.environment)}`);
  }
  const ofSource = sourceCondition(filter, value);
  if (ofSource !== null) conditions.push(ofSource);
  return conditions.join('\n       AND ');
}

/** The condition that an execution is of the filter's source; null for all. */
export function sourceCondition(
  { source, withoutCi = [] }: Pick<ExecutionsFilter, 'source' | 'withoutCi'>,
  value: BindValue,
): string | null {
  if (source === 'local') return 'NOT executions.from_ci';
  if (source !== 'ci') return null;
  if (withoutCi.length === 0) return 'executions.from_ci';
  return `(executions.from_ci OR executions.project_id = ANY (${value(toArrayLiteral(withoutCi))}::uuid[]))`;
}

/**
 * The condition that an execution counts for its branch if executions of its source do: finished, not partial, of a
 * clean tree, of no pull request into this very branch.
 */
export const CAN_SPEAK = 'executions.can_speak';

/** The condition that an execution can count for its branch, or will be able to once it is finished. */
export const WILL_SPEAK = `(
  executions.can_speak
  OR (executions.status = 'running'
    AND executions.partial = '{}'
    AND executions.git -> 'dirty' IS DISTINCT FROM 'true'::jsonb
    AND (executions.git ->> 'branch' = executions.git ->> 'baseBranch') IS NOT TRUE))`;

/** The organization's projects that have executions from CI. Reads one entry per project of executions_from_ci. */
export const PROJECTS_WITH_CI = `
         SELECT projects.id
         FROM projects
         WHERE projects.organization_id = $1
           AND EXISTS (
             SELECT 1 FROM executions AS of_ci
             WHERE of_ci.organization_id = $1
               AND of_ci.project_id = projects.id
               AND of_ci.from_ci
               AND of_ci.number IS NOT NULL)`;

const IS_OF_PROJECT_WITHOUT_CI = `executions.project_id NOT IN (${PROJECTS_WITH_CI})`;

/**
 * The condition that an execution counts for its branch: finished, not partial, of a clean tree, of no pull request
 * into this very branch (which then is a fork's), and from CI (or in a project without executions from CI).
 * @see docs/read/definitions.md, "Speaking executions"
 */
export const SPEAKS = `${CAN_SPEAK}
       AND (executions.from_ci OR ${IS_OF_PROJECT_WITHOUT_CI})`;

/**
 * SPEAKS in two parts, for a query per part: executions from CI, and local executions of a project without CI. Each
 * query uses its own index; a query with an OR of both would use none.
 */
export const SPEAKS_FROM_CI = `${CAN_SPEAK} AND executions.from_ci`;
export const SPEAKS_WITHOUT_CI = `${CAN_SPEAK} AND ${IS_OF_PROJECT_WITHOUT_CI}`;

/**
 * The condition that an execution counts for its branch when compared with `head`, which counts for a branch of the
 * same project: with a head from CI, only executions from CI count; with a local head, executions of any source do.
 */
export const SPEAKS_BESIDE_HEAD = `${CAN_SPEAK} AND (executions.from_ci OR NOT head.from_ci)`;

/**
 * The condition, in a statement with `projects`, that an execution counts for the project's default branch. Only such
 * executions show that a failure goes away by itself: authors of changes can produce other executions at will, in
 * forks, branches and on their machines. Excludes executions with a part from a key that may not claim the default
 * branch.
 */
export const IS_OF_DEFAULT_BRANCH = `(
  ${CAN_SPEAK}
  AND executions.may_claim_base
  AND executions.branch IS NOT DISTINCT FROM projects.default_branch
  AND (executions.from_ci OR NOT projects.has_ci))`;

/** Such executions must be of as many commits, because who wrote one commit can make its tests flaky. */
export const LEAST_COMMITS = 2;

/**
 * The condition that an execution failed because of its machine rather than its tests: at least 20 tests ran and at
 * least 80 % of them failed.
 */
export const IS_INFRASTRUCTURE = `(
  executions.passed + executions.failed + executions.timed_out >= 20
  AND (executions.failed + executions.timed_out) * 5 >=
      (executions.passed + executions.failed + executions.timed_out) * 4)`;
