import type { ComparedTest as FoundTest } from '@svc/analysis/compare-executions';
import { isFailure } from '@svc/analysis/worst-run';
import type { ComparedTest } from '@svc/contract/compare';
import type { Database } from '../../db/database.ts';
import type { ExecutionRow } from '../../history/execution-rows.queries.ts';
import { carriedSources } from './carried-parts.queries.ts';
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
    failuresOf(database, organizationId, { head, resultIds: failed }),
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

/** The attempt that received a carried part holds its results and errors. */
async function failuresOf(
  database: Database,
  organizationId: string,
  { head, resultIds }: { head: ExecutionRow; resultIds: readonly string[] },
): Promise<Map<string, Failure>> {
  const found = await listFailures(database, organizationId, { execution: head, resultIds });
  const missing = resultIds.filter((id) => !found.has(id));
  if (head.shardsCarried === 0 || missing.length === 0) return found;
  const sources = await carriedSources(database, organizationId, head.id);
  for (const execution of sources) {
    const carried = await listFailures(database, organizationId, {
      execution,
      resultIds: missing,
    });
    for (const [id, failure] of carried) found.set(id, failure);
  }
  return found;
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
