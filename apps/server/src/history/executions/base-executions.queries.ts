import type { Scope } from '../../db/scope.ts';
import { CAN_SPEAK, SPEAKS_FROM_CI } from '../../db/conditions/execution-conditions.ts';
import { plainArray } from '../../db/connections/plain-array.ts';

/** An execution, as far as its base depends on it. */
export interface BasedExecution {
  id: string;
  projectId: string;
  startedAt: Date;
  fromCi: boolean;
  /** Its framework and name, or workflow: see the column. */
  suite: string;
  framework: string;
  name: string | null;
  /** The branch to compare with: the pull request's target, otherwise the default branch. */
  baseBranch: string | null;
  /** The commit of that branch which the change is based on, as git or the CI system says. */
  baseCommit: string | null;
}

/** The columns of a BasedExecution that no other row has, for a statement on `executions` and `projects`. */
export const BASE_COLUMNS = `
            coalesce(executions.base_branch, projects.default_branch) AS "baseBranch",
            lower(executions.git ->> 'baseCommit') AS "baseCommit",
            executions.from_ci AS "fromCi"`;

/** The execution of the base branch that an execution is compared with. */
export interface BaseExecution {
  id: string;
  number: number;
  week: string;
  startedAt: Date;
  /** Tests that ran in it. */
  ran: number;
  /**
   * It was interrupted, lacks shards, or has files that failed to load. Earlier executions then show how the other
   * tests ended.
   */
  isShort: boolean;
}

// A base branch without a complete execution among this many is a known problem.
const EXECUTIONS_BACK = 20;
const BACK_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * For each of these executions, by id, the execution of its base branch that speaks for that branch and began before it:
 * the newest of the commit that the change is based on, else the newest of its suite, else of its framework and name,
 * because many run pull requests in a workflow of their own. Without any there is no entry. If that execution is short,
 * earlier ones follow, newest first, up to a complete one, at most 30 days back.
 */
export async function baseExecutions(
  scope: Scope,
  heads: readonly BasedExecution[],
): Promise<Map<string, BaseExecution[]>> {
  const found = new Map<string, BaseExecution[]>();
  for (const kind of [OF_COMMIT, OF_SUITE, OF_NAME]) {
    const others = heads.filter(({ id }) => !found.has(id));
    for (const [id, bases] of await basesOfKind(scope, others, kind)) found.set(id, bases);
  }
  return found;
}

const OF_SUITE = 'executions.suite = head.suite';
const OF_NAME = `executions.framework = head.framework
          AND executions.name IS NOT DISTINCT FROM head.name`;
const OF_COMMIT = `${OF_NAME}
          AND executions.commit = head.base_commit`;

async function basesOfKind(
  scope: Scope,
  heads: readonly BasedExecution[],
  kind: string,
): Promise<Map<string, BaseExecution[]>> {
  const bases = await basesOf(scope, { heads, kind, limit: 1 });
  const short = heads.filter((head) => bases.get(head.id)?.[0]?.isShort === true);
  const further = await basesOf(scope, { heads: short, kind, limit: EXECUTIONS_BACK });
  return new Map([...bases, ...[...further].map(([id, found]) => [id, upToWhole(found)] as const)]);
}

function upToWhole(bases: readonly BaseExecution[]): BaseExecution[] {
  const firstWhole = bases.findIndex((base) => !base.isShort);
  const newest = bases[0]?.startedAt.getTime() ?? 0;
  return bases
    .slice(0, firstWhole === -1 ? bases.length : firstWhole + 1)
    .filter((base) => base.startedAt.getTime() >= newest - BACK_MS);
}

/**
 * Compares a head from CI only with executions from CI. Uses the index executions_speaking_of_branch, and for local
 * heads executions_newest_of_branch.
 */
async function basesOf(
  scope: Scope,
  { heads, kind, limit }: { heads: readonly BasedExecution[]; kind: string; limit: number },
): Promise<Map<string, BaseExecution[]>> {
  const withBase = heads.filter((head) => head.baseBranch !== null);
  if (withBase.length === 0) return new Map();
  const rows = await scope.query<BaseExecution & { headId: string }>(
    `SELECT head.id AS "headId",
            base.id,
            base.number,
            base.week::text AS week,
            base.started_at AS "startedAt",
            base.passed + base.failed + base.timed_out AS ran,
            base.status = 'interrupted' OR base.interrupted_reported OR base.has_file_errors
              OR base.shards_received < base.shards_expected AS "isShort"
     FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::boolean[], $8::text[], $9::text[], $10::text[], $11::text[])
       AS head (id, project_id, started_at, base_branch, from_ci, suite, framework, name, base_commit)
     CROSS JOIN LATERAL (
       (SELECT *
        FROM executions
        WHERE head.from_ci
          AND ${SPEAKS_FROM_CI}
          AND ${BEFORE_HEAD}
          AND ${kind}
        ORDER BY executions.started_at DESC, executions.id DESC
        LIMIT $7)
       UNION ALL
       (SELECT *
        FROM executions
        WHERE NOT head.from_ci
          AND ${CAN_SPEAK}
          AND ${BEFORE_HEAD}
          AND ${kind}
        ORDER BY executions.started_at DESC, executions.id DESC
        LIMIT $7)
     ) AS base
     ORDER BY base.started_at DESC, base.id DESC`,
    [
      scope.organizationId,
      plainArray(withBase.map((head) => head.id)),
      plainArray(withBase.map((head) => head.projectId)),
      plainArray(withBase.map((head) => head.startedAt.toISOString())),
      withBase.map((head) => head.baseBranch),
      plainArray(withBase.map((head) => head.fromCi)),
      limit,
      withBase.map((head) => head.suite),
      withBase.map((head) => head.framework),
      withBase.map((head) => head.name),
      withBase.map((head) => head.baseCommit),
    ],
  );
  return Map.groupBy(rows, (row) => row.headId);
}

const BEFORE_HEAD = `executions.organization_id = $1
          AND executions.project_id = head.project_id
          AND md5(executions.branch) = md5(head.base_branch)
          AND executions.branch = head.base_branch
          AND (executions.started_at, executions.id) < (head.started_at, head.id)`;
