import { deriveTestHealth, type TestHealth } from '@svc/analysis/flakiness/test-state';
import { NEWEST_RUNS, packRuns } from '../../history/packed-runs.ts';
import type { TestHistory } from './test-histories.ts';
import { collectFailingBranches } from './news/news.ts';
import { isEvent, QUIET_RUNS } from './quiet-runs.ts';
import type { TestStateRow } from './test-states.queries.ts';

// A test stores its history for this many runs after a failure, so that the next failure is judged without reading
// all results again.
const WATCHED_RUNS = 50;

/** The row of a test's state; null for a test that is simply healthy. */
export function buildTestStateRow({
  testId,
  projectId,
  runs,
  isWhole,
  quiet,
  forgottenUntil: known,
}: TestHistory): TestStateRow | null {
  // The change that fixed a test may be before these runs, or so close to their start that it is not found.
  const forgottenUntil = pickLatest(known, quiet?.evidenceAt ?? null);
  const counting = runs.slice(quiet?.from ?? 0);
  const health = deriveTestHealth(
    counting.filter(({ judges }) => judges),
    { forgottenUntil },
  );
  const evidenceAfter = findLastForgotten(counting, health) ?? forgottenUntil;
  const watched =
    health.state !== 'healthy' ||
    health.since !== null ||
    health.flakyRuns > 0 ||
    runs.slice(-WATCHED_RUNS).some((run) => run.failed) ||
    // Until then, further runs of a long history can change which evidence counts.
    (runs.length >= QUIET_RUNS && runs.slice(-QUIET_RUNS).some(isEvent));
  if (!watched && evidenceAfter === null) return null;
  return {
    testId,
    projectId,
    state: health.state,
    evidenceAfter: toIsoOrNull(evidenceAfter),
    since: health.since === null ? null : JSON.stringify(withDates(health.since)),
    becameFlakyAt: toIsoOrNull(health.becameFlakyAt),
    brokenSince: toIsoOrNull(health.brokenSince),
    watched,
    failingOn: watched ? collectFailingBranches(runs) : [],
    runs: packRuns(watched ? runs : []),
    runsFrom: isWhole || !watched ? null : deriveRunsFrom(runs),
  };
}

function pickLatest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function deriveRunsFrom(runs: TestHistory['runs']): string {
  const first = runs.length < NEWEST_RUNS ? undefined : runs[0];
  return first === undefined ? 'infinity' : new Date(first.at).toISOString();
}

/**
 * The newest evidence that does not count. Stored instead of the change point itself, which moves a little with every
 * run: so a row changes only when the evidence that counts changes.
 */
function findLastForgotten(runs: TestHistory['runs'], { evidenceFrom }: TestHealth): number | null {
  if (evidenceFrom === null) return null;
  const forgotten = runs.findLast(
    ({ at, evidence, infrastructure }) => evidence !== null && !infrastructure && at < evidenceFrom,
  );
  return forgotten?.at ?? null;
}

function withDates({ lastGood, firstBad, goodAgain, ...facts }: NonNullable<TestHealth['since']>) {
  const dated = (point: typeof firstBad) => ({
    executionId: point.executionId,
    commit: point.commit,
    at: new Date(point.at).toISOString(),
  });
  return {
    ...facts,
    lastGood: lastGood === null ? null : dated(lastGood),
    firstBad: dated(firstBad),
    goodAgain: goodAgain === null ? null : dated(goodAgain),
  };
}

function toIsoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
