import type { ComparedTest } from '@svc/analysis/compare-executions';
import { isFailure } from '@svc/analysis/worst-run';
import type { Cause, CauseList } from '@svc/contract/executions/causes';
import type { Comparison } from '@svc/contract/executions/compare';
import { fingerprintId } from '../../../db/conditions/fingerprint-text.ts';
import type { Scope } from '../../../db/scope.ts';
import { describeCauses } from '../../../verdicts/failure-causes/describe-causes.ts';
import type { Settled } from '../earlier/settle-by-history.ts';
import type { StoredRun } from '../sides/differing-runs.queries.ts';
import type { Sides } from '../sides/execution-references.ts';
import { listCauses, type FailedTest, type FoundCauses } from './compared-causes.queries.ts';

type Found = ComparedTest<StoredRun>;
type ListName = keyof Comparison['causes'];

export interface ComparedCauses {
  causes: Comparison['causes'];
  /** The tests of each list to name, in the order of their weight. */
  named: Record<ListName, Found[]>;
  /** The fingerprints of the named improvements' failures in the base, by testId. */
  baseFingerprints: Map<string, string>;
}

// Their places are the indexes of lists below.
const LISTS = ['regressions', 'newFailing', 'stillFailing', 'improvements'] as const;

/**
 * The causes of the failures of a comparison: of the head's, and of those that the base had and the head does not have.
 * Chooses the tests to name so that each cause has some.
 */
export async function comparedCauses(
  scope: Scope,
  {
    base,
    head,
    lists,
    limit,
    fingerprint,
  }: Sides & { lists: Settled; limit: number; fingerprint: string | undefined },
): Promise<ComparedCauses> {
  const failed: Record<ListName, Found[]> = {
    ...lists,
    newFailing: lists.newTests.filter((test) => test.head !== null && isFailure(test.head)),
  };
  const tests = LISTS.flatMap((name, list) =>
    failed[name].flatMap((test): FailedTest[] => {
      const run = name === 'improvements' ? test.base : test.head;
      if (run === null) return [];
      const executionId =
        name === 'improvements' ? (test.baseFrom?.executionId ?? base.id) : head.id;
      const { line } = test.head ?? run;
      return [{ list, testId: test.testId, line, executionId, resultId: run.resultId }];
    }),
  );
  const found = await listCauses(scope, {
    tests,
    limit,
    fingerprintId: fingerprint === undefined ? null : fingerprintId(fingerprint),
  });
  const described = await describedLists(scope, { base, head, found });
  const texts = [fingerprint, ...described.improvements.map((cause) => cause.fingerprint)];
  const byId = new Map(texts.flatMap((text) => (text ? [[fingerprintId(text), text]] : [])));
  return {
    causes: mapLists((name, list) => causeListOf(described[name], found, list)),
    named: mapLists((name, list) => namedOf(failed[name], found, list)),
    baseFingerprints: new Map(
      found.named.flatMap(({ list, testId, fingerprintId: id }) => {
        const text = LISTS[list] === 'improvements' ? byId.get(id ?? '') : undefined;
        return text === undefined ? [] : [[testId, text] as const];
      }),
    ),
  };
}

/** Verdicts on failures are those of the execution that had them. */
async function describedLists(
  scope: Scope,
  { base, head, found }: Sides & { found: FoundCauses },
): Promise<Record<ListName, Cause[]>> {
  const gone = LISTS.indexOf('improvements');
  const [ofHead, ofBase] = await Promise.all([
    describeCauses(scope, {
      executionIds: [head.id],
      causes: found.causes.filter(({ list }) => list !== gone),
    }),
    describeCauses(scope, {
      executionIds: [base.id],
      causes: found.causes.filter(({ list }) => list === gone),
    }),
  ]);
  const all = [...ofHead, ...ofBase];
  return mapLists((_, index) =>
    all.flatMap(({ list, total: _total, ...cause }) => (list === index ? [cause] : [])),
  );
}

function causeListOf(items: Cause[], { causes }: FoundCauses, index: number): CauseList {
  return { items, total: causes.find(({ list }) => list === index)?.total ?? 0 };
}

function namedOf(tests: readonly Found[], { named }: FoundCauses, index: number): Found[] {
  const byId = new Map(tests.map((test) => [test.testId, test]));
  return named.flatMap(({ list, testId }) => (list === index ? (byId.get(testId) ?? []) : []));
}

function mapLists<Value>(value: (name: ListName, index: number) => Value): Record<ListName, Value> {
  return {
    regressions: value('regressions', 0),
    newFailing: value('newFailing', 1),
    stillFailing: value('stillFailing', 2),
    improvements: value('improvements', 3),
  };
}
