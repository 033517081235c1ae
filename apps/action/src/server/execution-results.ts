import type { Analysis } from '@svc/contract/analysis/analyses';
import { classOf } from '@svc/analysis/verdict-words';
import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import type { ExecutionDetail, Result } from '@svc/contract/executions/executions';
import type { Gate } from '@svc/contract/gate/gate';
import type { OutsideError, ReportedFailure, ReportedTest } from '../report/report.ts';
import type { SvcClient } from './server.ts';

export interface Facts {
  comparison: Comparison | null;
  analysis: Analysis | null;
  gate: Gate | null;
}

/** The failures of an execution, joined over legs where a test fails with the same fingerprint. */
export function failuresOf(
  { results, legs }: Pick<ExecutionDetail, 'results' | 'legs'>,
  facts: Facts,
): ReportedFailure[] {
  const changes = changesOf(facts.comparison);
  const joined = new Map<string, ReportedFailure>();
  for (const result of results) {
    const key = `${result.testId} ${result.fingerprint}`;
    const leg = legs.length > 0 ? result.part?.leg : null;
    const known = joined.get(key);
    if (known === undefined) joined.set(key, failureOf(result, changes, facts));
    else if (leg && !known.legs.includes(leg)) known.legs.push(leg);
  }
  return [...joined.values()].toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** New failures first: the author of a change caused those. Excused ones last. */
function rankOf({ change, excused }: ReportedFailure): number {
  if (excused !== null) return 4;
  if (change === 'regression') return 0;
  if (change === 'new-test') return 1;
  return change === null ? 2 : 3;
}

function failureOf(
  result: Result,
  changes: ReadonlyMap<string, ReportedFailure['change']>,
  { analysis, gate }: Facts,
): ReportedFailure {
  const failed = result.attempts.filter(
    ({ status }) => status === 'failed' || status === 'timedOut',
  );
  const verdict = analysis?.failures.find(({ resultId }) => resultId === result.id);
  const excused = gate?.excused.find(({ resultId }) => resultId === result.id);
  return {
    ...testOf(result),
    legs: result.part?.leg ? [result.part.leg] : [],
    status: result.status === 'timedOut' ? 'timedOut' : 'failed',
    error: failed.at(-1)?.errors[0] ?? null,
    fingerprint: result.fingerprint,
    attempts: Math.max(1, failed.length),
    change: changes.get(result.testId) ?? null,
    classification: verdict === undefined ? result.classification : classOf(verdict),
    confidence: verdict?.confidence ?? result.confidence,
    suggestion: verdict?.suggestion ?? null,
    excused:
      excused === undefined ? null : { reason: excused.reason, expiresAt: excused.expiresAt },
  };
}

function changesOf(comparison: Comparison | null): Map<string, ReportedFailure['change']> {
  const changes = new Map<string, ReportedFailure['change']>();
  if (comparison === null) return changes;
  const { stillFailing, newTests, regressions } = comparison;
  for (const { testId } of stillFailing) changes.set(testId, 'still-failing');
  for (const { testId } of newTests) changes.set(testId, 'new-test');
  for (const { testId } of regressions) changes.set(testId, 'regression');
  return changes;
}

export function testOf({
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
export async function flakyTests(
  client: SvcClient,
  { id }: Pick<ExecutionDetail, 'id'>,
): Promise<ReportedTest[]> {
  const { items } = await client.executions.rows.query({ id, tab: 'flaky', limit: MOST_FLAKY });
  const joined = new Map<string, ReportedTest>();
  for (const row of items) {
    const leg = row.part?.leg;
    const known = joined.get(row.testId);
    if (known === undefined) joined.set(row.testId, { ...testOf(row), legs: leg ? [leg] : [] });
    else if (leg && !known.legs.includes(leg)) known.legs.push(leg);
  }
  return [...joined.values()];
}

export function outsideErrors({
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
