import type { ComparedTest as FoundTest } from '@svc/analysis/compare-executions';
import { isFailure } from '@svc/analysis/worst-run';
import type { ComparedTest } from '@svc/contract/compare';
import type { Database } from '../../db/database.ts';
import type { ExecutionRow } from '../../history/execution-rows.queries.ts';
import type { StoredRun } from './differing-runs.queries.ts';
import { listFailures, type Failure } from './failures.queries.ts';
import { testIdentities, type TestIdentity } from './test-identities.queries.ts';

/** These tests as they are reported, by testId; error and fingerprint where the head failed or was flaky. */
export async function describeTests(
  database: Database,
  organizationId: string,
  { head, tests }: { head: ExecutionRow; tests: readonly FoundTest<StoredRun>[] },
): Promise<Map<string, ComparedTest>> {
  const found = new Map(tests.map((test) => [test.testId, test]));
  const failed = [...found.values()].flatMap((test) =>
    test.head !== null && hasFailed(test.head) ? [test.head.resultId] : [],
  );
  const [identities, failures] = await Promise.all([
    testIdentities(database, organizationId, [...found.keys()]),
    listFailures(database, organizationId, { execution: head, resultIds: failed }),
  ]);
  const described = new Map<string, ComparedTest>();
  for (const [testId, identity] of identities) {
    const test = found.get(testId);
    const failure = failures.get(test?.head?.resultId ?? '');
    const compared = test && comparedTestOf(test, { identity, failure });
    if (compared) described.set(testId, compared);
  }
  return described;
}

function hasFailed(run: StoredRun): boolean {
  return isFailure(run) || run.flaky;
}

function comparedTestOf(
  { testId, base, head, baseFrom }: FoundTest<StoredRun>,
  { identity, failure }: { identity: TestIdentity; failure: Failure | undefined },
): ComparedTest | null {
  const newer = head ?? base;
  if (newer === null) return null;
  const { titlePath, file, variant } = identity;
  return {
    testId,
    title: titlePath.at(-1) ?? '',
    titlePath,
    file,
    line: newer.line,
    variant,
    owner: newer.owner,
    base: sideOf(base),
    head: sideOf(head),
    baseFrom: baseFrom ?? null,
    error: failure?.error ?? null,
    fingerprint: failure?.fingerprint ?? null,
    retries: head?.retries ?? 0,
  };
}

function sideOf(run: StoredRun | null): ComparedTest['base'] {
  if (run === null) return null;
  const { resultId, status, flaky, durationMs } = run;
  return { resultId, status, flaky, durationMs };
}
