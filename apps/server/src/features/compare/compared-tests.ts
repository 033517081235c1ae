import type { ComparedTest as FoundTest } from '@svc/analysis/compare-executions';
import { isFailure, worstRuns } from '@svc/analysis/worst-run';
import type { ComparedTest } from '@svc/contract/compare';
import type { Database } from '../../db/database.ts';
import type { Sides } from './execution-references.ts';
import { listFailures, type Failure } from './failures.queries.ts';
import { listReportedResults, type ReportedResult } from './reported-results.queries.ts';

/** These tests as they are reported, by testId; error and fingerprint where the head failed or was flaky. */
export async function describeTests(
  database: Database,
  organizationId: string,
  { base, head, tests }: Sides & { tests: readonly FoundTest[] },
): Promise<Map<string, ComparedTest>> {
  const idsOn = (side: 'base' | 'head') => [
    ...new Set(tests.filter((test) => test[side] !== null).map((test) => test.testId)),
  ];
  const [baseResults, headResults] = await Promise.all([
    listReportedResults(database, organizationId, { execution: base, testIds: idsOn('base') }),
    listReportedResults(database, organizationId, { execution: head, testIds: idsOn('head') }),
  ]);
  const inBase = worstRuns(baseResults);
  const inHead = worstRuns(headResults);
  const failures = await listFailures(database, organizationId, {
    execution: head,
    resultIds: [...inHead.values()].filter(hasFailed).map((result) => result.resultId),
  });
  const described = new Map<string, ComparedTest>();
  for (const { testId } of tests) {
    const results = { base: inBase.get(testId) ?? null, head: inHead.get(testId) ?? null };
    const test = comparedTestOf(results, failures);
    if (test !== null) described.set(testId, test);
  }
  return described;
}

function hasFailed(result: ReportedResult): boolean {
  return isFailure(result) || result.flaky;
}

function comparedTestOf(
  { base, head }: Record<'base' | 'head', ReportedResult | null>,
  failures: ReadonlyMap<string, Failure>,
): ComparedTest | null {
  const newer = head ?? base;
  if (newer === null) return null;
  const failure = head === null ? undefined : failures.get(head.resultId);
  return {
    testId: newer.testId,
    title: newer.titlePath.at(-1) ?? '',
    titlePath: newer.titlePath,
    file: newer.file,
    line: newer.line,
    variant: newer.variant,
    owner: newer.owner,
    base: sideOf(base),
    head: sideOf(head),
    error: failure?.error ?? null,
    fingerprint: failure?.fingerprint ?? null,
    retries: head?.retries ?? 0,
  };
}

function sideOf(result: ReportedResult | null): ComparedTest['base'] {
  if (result === null) return null;
  const { resultId, status, flaky, durationMs } = result;
  return { resultId, status, flaky, durationMs };
}
