import type { FailureHistory } from '@svc/analysis/classify/failure';
import type { Scope } from '../../db/scope.ts';
import {
  listEarlierBranchExecutions,
  countPreviousAnalyses,
  type EarlierBranchExecution,
} from './branch-executions.queries.ts';
import {
  readEarlierFailures,
  findBaseFailures,
  buildPairKey,
  type EarlierFailures,
  type FailingPair,
} from './earlier-failures.queries.ts';
import type { JudgedExecution } from './judged-execution.queries.ts';
import type { KnownFingerprint, FailureToJudge } from './judged-failures.queries.ts';
import { readCorrectedClasses, type CorrectedClass } from './corrections.queries.ts';
import { summarizeRunsBefore, type BranchCommits, type RunsBefore } from './runs-before.ts';
import { readPackedRuns } from './test-runs.queries.ts';

// Each has up to 500 runs of 9 bytes, which take ten times as much when unpacked.
const TESTS_AT_ONCE = 2_000;

export interface Histories {
  /** Histories by result id. */
  ofFailures: Map<string, FailureHistory>;
  previousAnalyses: number;
  /** The commit of the branch's newest execution that passed, and of the first one after it that did not. */
  lastGood: string | null;
  firstBad: string | null;
}

/**
 * The past of each failure of an execution, from roll-ups and feedback. One query for every 2,000 tests, and a fixed
 * number of others.
 */
export async function readFailureHistories(
  scope: Scope,
  {
    execution,
    failures,
    fingerprints,
  }: {
    execution: JudgedExecution;
    failures: readonly FailureToJudge[];
    fingerprints: ReadonlyMap<string, KnownFingerprint>;
  },
): Promise<Histories> {
  const pairs = new Map(failures.flatMap(toFailingPairs).map((pair) => [buildPairKey(pair), pair]));
  const branchExecutions = await listEarlierBranchExecutions(scope, execution);
  const branch = {
    commits: new Map(branchExecutions.map(({ number, commit }) => [number, commit])),
    own: execution.commit,
  };
  const known: Known = {
    execution,
    fingerprints,
    runs: await readRunsOfTests(scope, { execution, branch, failures }),
    earlier: await readEarlierFailures(scope, execution, [...pairs.values()]),
    base: await findBaseFailures(scope, execution),
    corrections: await readCorrectedClasses(scope, {
      projectId: execution.projectId,
      fingerprintIds: [...new Set([...pairs.values()].map(({ fingerprintId }) => fingerprintId))],
    }),
  };
  return {
    ofFailures: new Map(
      failures.map((failure) => [failure.resultId, buildFailureHistory(failure, known)]),
    ),
    previousAnalyses: await countPreviousAnalyses(scope, execution),
    ...deriveCommitRange(execution, branchExecutions),
  };
}

interface Known {
  execution: JudgedExecution;
  fingerprints: ReadonlyMap<string, KnownFingerprint>;
  runs: ReadonlyMap<string, RunsBefore>;
  earlier: ReadonlyMap<string, EarlierFailures>;
  base: ReadonlySet<string> | null;
  corrections: ReadonlyMap<string, CorrectedClass>;
}

async function readRunsOfTests(
  scope: Scope,
  {
    execution,
    branch,
    failures,
  }: { execution: JudgedExecution; branch: BranchCommits; failures: readonly FailureToJudge[] },
): Promise<Map<string, RunsBefore>> {
  const testIds = [...new Set(failures.map(({ testId }) => testId))];
  const read = new Map<string, RunsBefore>();
  for (let from = 0; from < testIds.length; from += TESTS_AT_ONCE) {
    const packed = await readPackedRuns(scope, testIds.slice(from, from + TESTS_AT_ONCE));
    for (const [testId, bytes] of packed) {
      read.set(testId, summarizeRunsBefore(bytes, { number: execution.number, branch }));
    }
  }
  return read;
}

function buildFailureHistory(failure: FailureToJudge, known: Known): FailureHistory {
  const { execution } = known;
  const key = buildPairKey(failure);
  const runs = known.runs.get(failure.testId);
  const earlier = known.earlier.get(key);
  const fingerprint = known.fingerprints.get(failure.fingerprintId);
  const { durationMs } = failure;
  const hasCode = execution.commit !== null && execution.commit !== '' && !execution.isDirty;
  return {
    test: runs?.figures,
    // An error that was never flaky makes the failure no known flake, even if its other errors were flaky.
    fingerprintFlakyRuns: Math.min(
      ...toFailingPairs(failure).map(
        (pair) => known.earlier.get(buildPairKey(pair))?.flakyRuns ?? 0,
      ),
    ),
    fingerprintFailures: earlier?.failures ?? 0,
    isNewFingerprint:
      fingerprint === undefined
        ? undefined
        : fingerprint.firstSeenAt.getTime() >= execution.startedAt.getTime(),
    passAndFailSameCommit: hasCode ? failure.contradicted : undefined,
    streak: runs?.streak,
    sinceCommit: runs?.sinceCommit,
    lastGood: runs?.lastGood,
    branches: 1 + (earlier?.otherBranches ?? 0),
    failsOnBase: known.base?.has(key),
    duration:
      durationMs === null || runs?.usualMs === undefined
        ? undefined
        : { ms: durationMs, usualMs: runs.usualMs },
    ...combineCorrections(failure, known),
  };
}

/** The test with each of the failure's fingerprints. */
function toFailingPairs({ testId, fingerprintId, furtherIds }: FailureToJudge): FailingPair[] {
  return [fingerprintId, ...furtherIds].map((id) => ({ testId, fingerprintId: id }));
}

/** The class that people gave to the failure's first error. It is trusted only if every error has it. */
function combineCorrections(
  failure: FailureToJudge,
  { corrections }: Known,
): Pick<FailureHistory, 'corrections' | 'isCorrectionTrusted'> {
  const all = toFailingPairs(failure).map(({ fingerprintId }) => corrections.get(fingerprintId));
  const [first] = all;
  if (first === undefined) return {};
  const { classification } = first;
  return {
    corrections: { [classification]: 1 },
    isCorrectionTrusted: all.every(
      (one) => one?.isTrusted && one.classification === classification,
    ),
  };
}

function deriveCommitRange(
  execution: JudgedExecution,
  newestFirst: readonly EarlierBranchExecution[],
): Pick<Histories, 'lastGood' | 'firstBad'> {
  const good = newestFirst.findIndex(({ status }) => status === 'passed');
  if (good === -1) return { lastGood: null, firstBad: null };
  const firstBad = good === 0 ? execution.commit : newestFirst[good - 1]?.commit;
  return { lastGood: newestFirst[good]?.commit ?? null, firstBad: firstBad ?? null };
}
