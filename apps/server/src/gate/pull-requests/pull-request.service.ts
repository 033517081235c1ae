import type { Execution } from '@svc/contract/executions/executions';
import type { Gate, GateVerdict } from '@svc/contract/gate/gate';
import {
  PULL_REQUEST_MOST,
  type PullRequest,
  type PullRequestQuery,
  type PullRequestSuite,
} from '@svc/contract/gate/pull-requests';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { toExecution } from '../../history/executions/execution-answer.ts';
import { listExecutionsWithIds } from '../../history/executions/execution-rows.queries.ts';
import { readGate } from '../gate.service.ts';
import {
  listOtherProjects,
  readPullRequest,
  type PullRequestExecution,
} from './pull-request.queries.ts';

// One request does not take all connections.
const JUDGED_AT_ONCE = 4;

/**
 * Judges whether a pull request is safe to merge: the gate judges each of its suites at its newest commit.
 * @throws SvcError NOT_FOUND for a pull request that no execution of the organization's project names.
 */
export async function judgePullRequest(
  deps: Deps,
  scope: Scope,
  { project, number }: PullRequestQuery,
): Promise<PullRequest> {
  const found = await readPullRequest(scope, { project, number });
  if (found === null) throw buildNotFoundError({ project, number });
  const { repository, branch, baseBranch } = found;
  const commit = findNewestCommit(found.executions);
  const shown = pickShownExecutions(found.executions, commit);
  const ofSuites = shown.slice(0, PULL_REQUEST_MOST.suites);
  const listed = found.executions.slice(0, PULL_REQUEST_MOST.executions);
  const answers = await readExecutionAnswers(deps, scope, [
    ...ofSuites.map((one) => one.shown),
    ...listed,
  ]);
  const toJudge = ofSuites.flatMap(({ shown: { id }, isOutdated }) => {
    const execution = answers.get(id);
    return execution === undefined ? [] : { execution, isOutdated };
  });
  const suites = await judgeSuites(deps, scope, toJudge);
  const suitesOmitted = shown.length - suites.length;
  const ofCommit = found.executions.find((one) => one.commit === commit);
  const { git } = answers.get(ofCommit?.id ?? '') ?? {};
  return {
    project,
    number,
    title: git?.message?.split('\n', 1)[0]?.trim() ?? null,
    author: git?.author ?? null,
    repository,
    branch,
    baseBranch,
    commit,
    verdict: derivePullRequestVerdict(suites, suitesOmitted),
    suites: suites.toSorted((one, other) => rankSeverity(other) - rankSeverity(one)),
    suitesOmitted,
    executions: listed.flatMap(({ id }) => answers.get(id) ?? []),
    total: found.executions.length,
    otherProjects: await listOtherProjects(scope, { project, number, repository }),
  };
}

async function readExecutionAnswers(
  deps: Deps,
  scope: Scope,
  executions: readonly PullRequestExecution[],
): Promise<Map<string, Execution>> {
  const ids = new Set(executions.map(({ id }) => id));
  const rows = await listExecutionsWithIds(scope, [...ids]);
  return new Map(rows.map((row) => [row.id, toExecution(row, deps.config.baseUrl)]));
}

function buildNotFoundError({ project, number }: PullRequestQuery): SvcError {
  return new SvcError(
    'NOT_FOUND',
    `No execution of the project '${project}' names the pull request ${number}.`,
    { hint: 'An execution names it if CI ran for the pull request and reported its number.' },
  );
}

async function judgeSuites(
  deps: Deps,
  scope: Scope,
  suites: readonly Omit<PullRequestSuite, 'gate'>[],
): Promise<PullRequestSuite[]> {
  const judged: PullRequestSuite[] = [];
  for (let at = 0; at < suites.length; at += JUDGED_AT_ONCE) {
    const some = suites.slice(at, at + JUDGED_AT_ONCE).map(async (suite) => ({
      ...suite,
      gate: shortenGate(await readGate(deps, scope, suite.execution.id)),
    }));
    judged.push(...(await Promise.all(some)));
  }
  return judged;
}

function shortenGate(gate: Gate): Gate {
  const { items } = PULL_REQUEST_MOST;
  const { blocking, excused } = gate.causes;
  return {
    ...gate,
    causes: {
      blocking: { ...blocking, items: blocking.items.slice(0, items) },
      excused: { ...excused, items: excused.items.slice(0, items) },
    },
    // Other items are all kept: readers count them, and there are few.
    blocking: gate.blocking.filter(({ kind }, place) => place < items || kind !== 'failure'),
    excused: gate.excused.slice(0, items),
    expiring: gate.expiring.slice(0, items),
  };
}

function derivePullRequestVerdict(
  suites: readonly PullRequestSuite[],
  omitted: number,
): GateVerdict {
  const worst = Math.max(...suites.map(rankSeverity), omitted > 0 ? 1 : 0);
  return worst === 2 ? 'fail' : worst === 1 ? 'undecided' : 'pass';
}

/** 2: it fails at the newest commit. 1: unknown so far. 0: it passes. */
function rankSeverity({ isOutdated, gate }: PullRequestSuite): number {
  if (isOutdated) return 1;
  return gate.verdict === 'fail' ? 2 : gate.verdict === 'undecided' ? 1 : 0;
}

/** The commit whose first execution began last: a re-run of an older commit does not make it the newest. */
function findNewestCommit(executions: readonly PullRequestExecution[]): string | null {
  const firstOf = new Map<string, number>();
  for (const { commit, startedAt } of executions) {
    if (commit === null) continue;
    firstOf.set(commit, Math.min(firstOf.get(commit) ?? Infinity, startedAt.getTime()));
  }
  const [newest] = [...firstOf].toSorted(([, one], [, other]) => other - one);
  return newest?.[0] ?? null;
}

/**
 * The execution that shows the state of each suite, in this order:
 * 1. a whole one of the newest commit, of the pull request before one of a push
 * 2. a partial one of that commit that failed
 * 3. a whole one of an older commit, which is outdated
 * 4. a partial one. Some suites only ever run in parts.
 * `executions` are newest first.
 */
function pickShownExecutions(
  executions: readonly PullRequestExecution[],
  commit: string | null,
): { shown: PullRequestExecution; isOutdated: boolean }[] {
  const suites = Map.groupBy(executions, ({ suite }) => suite);
  return [...suites.values()].flatMap((ofSuite) => {
    const ofCommit = ofSuite
      .filter((one) => commit === null || one.commit === commit)
      .toSorted((one, other) => Number(one.isPush) - Number(other.isPush));
    const whole = ofCommit.find(({ isPartial }) => !isPartial);
    const shown = whole ?? ofCommit.find(({ hasFailed }) => hasFailed);
    if (shown !== undefined) return [{ shown, isOutdated: false }];
    const earlier = ofSuite.find(({ isPartial }) => !isPartial);
    if (earlier !== undefined) return [{ shown: earlier, isOutdated: true }];
    const [partial = ofSuite[0]] = ofCommit;
    return partial === undefined
      ? []
      : [{ shown: partial, isOutdated: !ofCommit.includes(partial) }];
  });
}
