import type { Scope } from '../../db/scope.ts';
import { CAN_SPEAK, SPEAKS_FROM_CI } from '../../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';

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
  /**
   * The commit of that branch which the change is based on, as git or the CI system reports it; Bitbucket abbreviates
   * it. Also null for a text that is not a commit.
   */
  baseCommit: string | null;
  /** CI run of a head on the base branch itself. Earlier attempts of the run are not used as the base. */
  ciRun?: string | null;
}

/** The columns of a BasedExecution that no other row has, for a statement on `executions` and `projects`. */
export const BASE_COLUMNS = `
            coalesce(executions.base_branch, projects.default_branch) AS "baseBranch",
            substring(lower(executions.git ->> 'baseCommit') FROM '^[0-9a-f]{7,64}$') AS "baseCommit",
            executions.from_ci AS "fromCi"`;

/** The execution of the base branch that an execution is compared with. */
export interface BaseExecution {
  id: string;
  number: number;
  week: string;
  commit: string | null;
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
const BACK_DAYS = 30;
// An older base is not comparable, and looking for it would read the whole history of the branch.
const OLDEST_DAYS = 90;

interface Kind {
  like: string;
  ofBaseCommit: boolean;
}

// Another suite on the base commit has other tests. The same suite on another commit is the better base.
const OF_SUITE = 'executions.suite = head.suite';
const OF_NAME = `executions.framework = head.framework
          AND executions.name IS NOT DISTINCT FROM head.name`;
const KINDS: readonly Kind[] = [
  { like: OF_SUITE, ofBaseCommit: true },
  { like: OF_SUITE, ofBaseCommit: false },
  { like: OF_NAME, ofBaseCommit: true },
  { like: OF_NAME, ofBaseCommit: false },
];

/**
 * For each of these executions, by id: the execution of its base branch that counts for that branch and began before
 * it, at most 90 days: the one of its suite on the commit that the change is based on, else the newest of its suite.
 * Many projects run pull requests in a separate workflow, so if its suite has none, the same for its framework and
 * name. An execution without a base has no entry. If that execution is short, earlier ones follow, newest first, up to
 * a complete one, at most 30 days back.
 */
export async function readBaseExecutions(
  scope: Scope,
  heads: readonly BasedExecution[],
): Promise<Map<string, BaseExecution[]>> {
  const found = new Map<string, BaseExecution[]>();
  for (const kind of KINDS) {
    const others = heads.filter(
      (head) =>
        !found.has(head.id) &&
        head.baseBranch !== null &&
        (head.baseCommit !== null || !kind.ofBaseCommit),
    );
    for (const [id, bases] of await readBasesOfKind(scope, others, kind)) found.set(id, bases);
  }
  return found;
}

type Based = Pick<BasedExecution, 'baseBranch' | 'baseCommit' | 'fromCi'>;

/** Facts that an execution's base depends on, besides its row. */
export async function readBaseFacts(scope: Scope, { id }: { id: string }): Promise<Based> {
  const [row] = await scope.query<Based>(
    `SELECT ${BASE_COLUMNS}
     FROM executions
     JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id
     WHERE executions.organization_id = $1 AND executions.id = $2`,
    [scope.organizationId, id],
  );
  return row ?? { baseBranch: null, baseCommit: null, fromCi: false };
}

async function readBasesOfKind(
  scope: Scope,
  heads: readonly BasedExecution[],
  kind: Kind,
): Promise<Map<string, BaseExecution[]>> {
  const found = await readBaseCandidates(scope, { heads, kind, limit: 1 });
  const short = heads.flatMap((head) => {
    const base = found.get(head.id)?.[0];
    return base?.isShort === true ? [{ ...head, ...base, headId: head.id }] : [];
  });
  const further = await readBaseCandidates(scope, {
    heads: short,
    kind: { ...kind, ofBaseCommit: false },
    limit: EXECUTIONS_BACK - 1,
  });
  for (const { headId, id } of short) {
    found.set(headId, cutAfterWhole([...(found.get(headId) ?? []), ...(further.get(id) ?? [])]));
  }
  return found;
}

function cutAfterWhole(bases: readonly BaseExecution[]): BaseExecution[] {
  const firstWhole = bases.findIndex((base) => !base.isShort);
  const newest = bases[0]?.startedAt.getTime() ?? 0;
  return bases
    .slice(0, firstWhole === -1 ? bases.length : firstWhole + 1)
    .filter((base) => base.startedAt.getTime() >= newest - BACK_DAYS * 24 * 60 * 60 * 1000);
}

/**
 * The newest executions of its base branch before each of these, by id. Compares a head from CI only with executions
 * from CI. Uses the index executions_speaking_of_branch, and for local heads executions_newest_of_branch.
 */
async function readBaseCandidates(
  scope: Scope,
  { heads, kind, limit }: { heads: readonly BasedExecution[]; kind: Kind; limit: number },
): Promise<Map<string, BaseExecution[]>> {
  if (heads.length === 0) return new Map();
  const before = `${BEFORE_HEAD}
          AND ${kind.like}
          ${kind.ofBaseCommit ? 'AND starts_with(executions.commit, head.base_commit)' : ''}`;
  const rows = await scope.query<BaseExecution & { headId: string }>(
    `SELECT head.id AS "headId",
            base.id,
            base.number,
            base.week::text AS week,
            base.commit,
            base.started_at AS "startedAt",
            base.passed + base.failed + base.timed_out AS ran,
            base.status = 'interrupted' OR base.interrupted_reported OR base.has_file_errors
              OR base.shards_received < base.shards_expected AS "isShort"
     FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::boolean[], $8::text[], $9::text[], $10::text[], $11::text[], $12::uuid[])
       AS head (id, project_id, started_at, base_branch, from_ci, suite, framework, name, base_commit, ci_run)
     CROSS JOIN LATERAL (
       (SELECT *
        FROM executions
        WHERE head.from_ci
          AND ${SPEAKS_FROM_CI}
          AND ${before}
        ORDER BY executions.started_at DESC, executions.id DESC
        LIMIT $7)
       UNION ALL
       (SELECT *
        FROM executions
        WHERE NOT head.from_ci
          AND ${CAN_SPEAK}
          AND ${before}
        ORDER BY executions.started_at DESC, executions.id DESC
        LIMIT $7)
     ) AS base
     ORDER BY base.started_at DESC, base.id DESC`,
    [
      scope.organizationId,
      toArrayLiteral(heads.map((head) => head.id)),
      toArrayLiteral(heads.map((head) => head.projectId)),
      toArrayLiteral(heads.map((head) => head.startedAt.toISOString())),
      heads.map((head) => head.baseBranch),
      toArrayLiteral(heads.map((head) => head.fromCi)),
      limit,
      heads.map((head) => head.suite),
      heads.map((head) => head.framework),
      heads.map((head) => head.name),
      heads.map((head) => head.baseCommit),
      heads.map((head) => head.ciRun ?? null),
    ],
  );
  return Map.groupBy(rows, (row) => row.headId);
}

const BEFORE_HEAD = `executions.organization_id = $1
          AND executions.project_id = head.project_id
          AND md5(executions.branch) = md5(head.base_branch)
          AND executions.branch = head.base_branch
          AND executions.may_claim_base
          AND (head.ci_run IS NULL OR executions.ci_run IS DISTINCT FROM head.ci_run)
          AND (executions.started_at, executions.id) < (head.started_at, head.id)
          AND executions.started_at >= head.started_at - interval '${OLDEST_DAYS} days'`;
