import { testHealth, type TestHealth, type TestState } from '@svc/analysis/test-state';
import { packRuns } from '../history/packed-runs.ts';
import type { TestHistory } from './test-history.queries.ts';

/** A test's row among the states. Moments as Postgres reads them. */
export interface TestStateRow {
  testId: string;
  projectId: string;
  state: TestState;
  evidenceFrom: string | null;
  /** JSON, as the contract writes it. */
  since: string | null;
  becameFlakyAt: string | null;
  brokenSince: string | null;
  watched: boolean;
  /** Of a watched test: its newest counted runs, and when the first of them began unless they are all. */
  runs: Buffer;
  runsFrom: string | null;
}

/** Null for a test that is simply healthy. */
export function testStateRow({
  testId,
  projectId,
  runs,
  isWhole,
}: TestHistory): TestStateRow | null {
  const health = testHealth(runs);
  const evidenceFrom = evidenceBoundary(runs, health);
  const watched = health.state !== 'healthy' || health.since !== null || health.flakyRuns > 0;
  if (!watched && evidenceFrom === null) return null;
  return {
    testId,
    projectId,
    state: health.state,
    evidenceFrom,
    since: health.since === null ? null : JSON.stringify(withDates(health.since)),
    becameFlakyAt: isoOrNull(health.becameFlakyAt),
    brokenSince: isoOrNull(health.brokenSince),
    watched,
    runs: packRuns(watched ? runs : []),
    runsFrom: isWhole ? null : isoOrNull(runs[0]?.at ?? null),
  };
}

/**
 * Told by evidence and not by the change point itself, which moves a little with every run: a row
 * changes when what counts changes, whether or not each run before was looked at.
 */
function evidenceBoundary(runs: TestHistory['runs'], { evidenceFrom }: TestHealth): string | null {
  if (evidenceFrom === null) return null;
  const evidence = runs.filter((run) => run.evidence !== null && !run.infrastructure);
  if (!evidence.some(({ at }) => at < evidenceFrom)) return null;
  const first = evidence.find(({ at }) => at >= evidenceFrom);
  return first === undefined ? 'infinity' : new Date(first.at).toISOString();
}

function withDates({ kind, lastGood, firstBad }: NonNullable<TestHealth['since']>) {
  const dated = (point: typeof firstBad) => ({
    executionId: point.executionId,
    commit: point.commit,
    at: new Date(point.at).toISOString(),
  });
  return { kind, lastGood: lastGood === null ? null : dated(lastGood), firstBad: dated(firstBad) };
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
