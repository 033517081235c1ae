import type { ComparedTest as FoundTest } from '@svc/analysis/compare/compare-executions';
import type { LabelFields } from '@svc/analysis/verdicts/verdict-label';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { ComparedTest } from '@svc/contract/executions/compare';
import { COMPARE_LIMITS } from '@svc/contract/zod-free/limits';
import type { Scope } from '../db/scope.ts';
import type { ExecutionRow } from '../history/executions/execution-rows.queries.ts';
import { readResultClasses, NO_LABEL } from '../analyses/index.ts';
import { listCarriedSources } from './sides/carried-parts.queries.ts';
import type { StoredRun } from './sides/differing-runs.queries.ts';
import { listFailures, type Failure } from './failures.queries.ts';
import { listTestIdentities, type TestIdentity } from './test-identities.queries.ts';

export interface DescribedTests {
  /** The described tests, by testId. */
  tests: Map<string, ComparedTest>;
  /** The number of errors beyond the limit. */
  errorsOmitted: number;
  /** The approximate size of titles and errors. */
  bytes: number;
}

/**
 * Describes these tests for the answer, with error and fingerprint if the head failed or was flaky. Leaves out tests
 * beyond `titleBytes`, and errors beyond `errorBytes`. Both limits keep the first of `tests`.
 */
export async function describeComparedTests(
  scope: Scope,
  { head, tests }: { head: ExecutionRow; tests: readonly FoundTest<StoredRun>[] },
): Promise<DescribedTests> {
  const found = new Map(tests.map((test) => [test.testId, test]));
  const failed = [...found.values()].flatMap((test) =>
    test.head !== null && mayHaveErrors(test.head) ? [test.head.resultId] : [],
  );
  const [identities, failures, verdicts] = await Promise.all([
    listTestIdentities(scope, {
      testIds: [...found.keys()],
      maxBytes: COMPARE_LIMITS.titleBytes,
    }),
    listHeadFailures(scope, { head, resultIds: failed }),
    readResultClasses(scope, failed),
  ]);
  const described: DescribedTests = { tests: new Map(), errorsOmitted: 0, bytes: 0 };
  for (const [testId, identity] of identities) {
    const test = found.get(testId);
    const failure = failures.get(test?.head?.resultId ?? '');
    const { label = NO_LABEL } = verdicts.get(test?.head?.resultId ?? '') ?? {};
    const compared = test && buildComparedTest(test, { identity, failure, label });
    if (!compared) continue;
    described.tests.set(testId, compared);
    described.bytes += identity.bytes + (failure?.errorBytes ?? 0);
    if (failure?.isErrorOmitted === true) described.errorsOmitted++;
  }
  return described;
}

/** The results and errors of a carried part are stored under the execution that received it. */
async function listHeadFailures(
  scope: Scope,
  { head, resultIds }: { head: ExecutionRow; resultIds: readonly string[] },
): Promise<Map<string, Failure>> {
  let bytesLeft: number = COMPARE_LIMITS.errorBytes;
  const failuresIn = async (
    execution: Pick<ExecutionRow, 'id' | 'week'>,
    ids: readonly string[],
  ) => {
    const failures = await listFailures(scope, {
      execution,
      resultIds: ids,
      maxBytes: bytesLeft,
    });
    for (const { errorBytes } of failures.values()) bytesLeft -= errorBytes;
    return failures;
  };
  const found = await failuresIn(head, resultIds);
  const missing = resultIds.filter((id) => !found.has(id));
  if (head.shardsCarried === 0 || missing.length === 0) return found;
  const sources = await listCarriedSources(scope, head.id);
  for (const execution of sources) {
    const carried = await failuresIn(execution, missing);
    for (const [id, failure] of carried) found.set(id, failure);
  }
  return found;
}

function mayHaveErrors(run: StoredRun): boolean {
  return isFailure(run.status) || run.flaky;
}

function buildComparedTest(
  { testId, base, head, baseFrom }: FoundTest<StoredRun>,
  {
    identity,
    failure,
    label,
  }: {
    identity: TestIdentity;
    failure: Failure | undefined;
    label: LabelFields;
  },
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
    base: toSide(base),
    head: toSide(head),
    baseFrom: baseFrom ?? null,
    error: failure?.error ?? null,
    fingerprint: failure?.fingerprint ?? null,
    ...label,
    retries: head?.retries ?? 0,
  };
}

function toSide(run: StoredRun | null): ComparedTest['base'] {
  if (run === null) return null;
  const { resultId, status, flaky, durationMs } = run;
  return { resultId, status, flaky, durationMs };
}
