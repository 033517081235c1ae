import type { Analysis } from '@svc/contract/analysis/analyses';
import { deriveLabelFields, type LabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import type { ExecutionDetail, Result } from '@svc/contract/executions/executions';
import type { Gate } from '@svc/contract/gate/gate';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { OutsideError, ReportedFailure, ReportedTest } from '../report/report.ts';
import type { SvcClient } from './server.ts';

export interface Facts {
  comparison: Comparison | null;
  analysis: Analysis | null;
  gate: Gate | null;
}

/**
 * The failures of an execution, joined over legs where a test fails with the same fingerprint; new ones first. The
 * results of a large execution are its first ones, so the new failures of the comparison are added to them.
 */
export function buildReportedFailures(
  { results, legs }: Pick<ExecutionDetail, 'results' | 'legs'>,
  facts: Facts,
): ReportedFailure[] {
  const changeOf = buildChangeLookup(facts.comparison);
  const joined = new Map<string, ReportedFailure>();
  const known = new Set<string>();
  for (const result of results) {
    known.add(result.testId);
    const key = `${result.testId} ${result.fingerprint}`;
    const leg = legs.length > 0 ? result.part?.leg : null;
    const before = joined.get(key);
    if (before === undefined)
      joined.set(key, toReportedFailure(result, changeOf(result.testId), facts));
    else if (leg && !before.legs.includes(leg)) before.legs.push(leg);
  }
  const added = pickNewFailures(facts.comparison).filter(({ testId }) => !known.has(testId));
  const all = [
    ...joined.values(),
    ...added.flatMap((test) => toComparedFailure(test, changeOf(test.testId), facts)),
  ];
  return all.toSorted((a, b) => rankFailure(a) - rankFailure(b));
}

/** New failures first: the author of a change caused those. Excused ones last. */
export function rankFailure({
  change,
  excused,
}: Pick<ReportedFailure, 'change' | 'excused'>): number {
  if (excused !== null) return 4;
  if (change === 'regression') return 0;
  if (change === 'new-test') return 1;
  return change === null ? 2 : 3;
}

function pickNewFailures(comparison: Comparison | null): ComparedTest[] {
  if (comparison === null) return [];
  const { regressions, newTests } = comparison;
  return [...regressions, ...newTests].filter(
    ({ head }) => head !== null && isFailure(head.status),
  );
}

function toReportedFailure(
  result: Result,
  change: ReportedFailure['change'],
  facts: Facts,
): ReportedFailure {
  const failed = result.attempts.filter(({ status }) => isFailure(status));
  const { classification, candidates, confidence, fingerprint, status } = result;
  return {
    ...toReportedTest(result),
    legs: result.part?.leg ? [result.part.leg] : [],
    status: status === 'timedOut' ? 'timedOut' : 'failed',
    error: failed.at(-1)?.errors[0] ?? null,
    fingerprint,
    attempts: Math.max(1, failed.length),
    change,
    ...buildVerdictFields(facts, result.id, { classification, candidates, confidence }),
  };
}

function toComparedFailure(
  test: ComparedTest,
  change: ReportedFailure['change'],
  facts: Facts,
): ReportedFailure[] {
  const { head, error, fingerprint, retries, classification, candidates } = test;
  if (head === null) return [];
  return [
    {
      ...toReportedTest(test),
      status: head.status === 'timedOut' ? 'timedOut' : 'failed',
      error,
      fingerprint,
      attempts: retries + 1,
      change,
      ...buildVerdictFields(facts, head.resultId, { classification, candidates, confidence: null }),
    },
  ];
}

/** Verdict and gate fields of a result. */
function buildVerdictFields(
  { analysis, gate }: Facts,
  resultId: string,
  { confidence, ...label }: LabelFields & Pick<ReportedFailure, 'confidence'>,
): LabelFields & Pick<ReportedFailure, 'confidence' | 'suggestion' | 'excused'> {
  const verdict = analysis?.failures.find((one) => one.resultId === resultId);
  const excused = gate?.excused.find((one) => one.resultId === resultId);
  return {
    ...(verdict === undefined ? label : deriveLabelFields(verdict)),
    confidence: verdict?.confidence ?? confidence,
    suggestion: verdict?.suggestion ?? null,
    excused: excused ?? null,
  };
}

/**
 * Finds the change of a failed test in a comparison. Each failure is in one of three lists. A list may name only its
 * first tests; a test that is in no list belongs to the only one that is cut.
 */
function buildChangeLookup(
  comparison: Comparison | null,
): (testId: string) => ReportedFailure['change'] {
  if (comparison === null) return () => null;
  const { stillFailing, newTests, regressions, summary } = comparison;
  const changes = new Map<string, ReportedFailure['change']>();
  for (const { testId } of stillFailing) changes.set(testId, 'still-failing');
  for (const { testId } of newTests) changes.set(testId, 'new-test');
  for (const { testId } of regressions) changes.set(testId, 'regression');
  const newFailing = pickNewFailures({ ...comparison, regressions: [] }).length;
  const cut: ReportedFailure['change'][] = [
    ...(regressions.length < summary.regressions ? ['regression' as const] : []),
    ...(newFailing < summary.newFailing ? ['new-test' as const] : []),
    ...(stillFailing.length < summary.stillFailing ? ['still-failing' as const] : []),
  ];
  const [only = null] = cut;
  return (testId) => changes.get(testId) ?? (cut.length === 1 ? only : null);
}

export function toReportedTest({
  titlePath,
  variant,
  file,
  line,
}: Pick<ComparedTest, 'titlePath' | 'variant' | 'file' | 'line'>): ReportedTest {
  return { titlePath, variant, file, line, legs: [] };
}

// More than a summary names.
const MOST_FLAKY = 200;

/** The flaky results of an execution, joined over legs. */
export async function listFlakyTests(
  client: SvcClient,
  { id }: Pick<ExecutionDetail, 'id'>,
): Promise<ReportedTest[]> {
  const { items } = await client.executions.rows.query({ id, tab: 'flaky', limit: MOST_FLAKY });
  const joined = new Map<string, ReportedTest>();
  for (const row of items) {
    const leg = row.part?.leg;
    const known = joined.get(row.testId);
    if (known === undefined)
      joined.set(row.testId, { ...toReportedTest(row), legs: leg ? [leg] : [] });
    else if (leg && !known.legs.includes(leg)) known.legs.push(leg);
  }
  return [...joined.values()];
}

export function listOutsideErrors({
  files,
  errors,
}: Pick<ExecutionDetail, 'files' | 'errors'>): OutsideError[] {
  const all = [
    ...files.flatMap(({ file, errors: ofFile }) => ofFile.map((error) => ({ file, error }))),
    ...errors.map((error) => ({ file: null, error })),
  ];
  // Each leg reports the same error of a file.
  return [...new Map(all.map((one) => [`${one.file}\n${one.error.message}`, one])).values()];
}
