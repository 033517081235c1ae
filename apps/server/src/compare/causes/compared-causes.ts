import type { ComparedTest } from '@svc/analysis/compare/compare-executions';
import { hasFailed } from '../has-failed.ts';
import type { Cause } from '@svc/contract/executions/causes';
import type { Comparison } from '@svc/contract/executions/compare';
import { toFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import type { Scope } from '../../db/scope.ts';
import { describeCauses } from '../../analyses/index.ts';
import type { Settled } from '../earlier/settle-by-history.ts';
import type { StoredRun } from '../sides/differing-runs.queries.ts';
import type { Sides } from '../sides/execution-references.ts';
import { placeTests, readFingerprints } from './compared-causes.queries.ts';
import { groupFailures, type GroupedFailures } from './group-failures.ts';

type Found = ComparedTest<StoredRun>;
type ListName = keyof Comparison['causes'];

export interface DescribedCauses {
  causes: Comparison['causes'];
  /** The fingerprints of the named improvements' failures in the base, by testId. */
  baseFingerprints: Map<string, string>;
}

export interface ComparedCauses {
  /** The tests of each list to name, in the order of their weight. */
  named: Record<ListName, Found[]>;
  /** Reads what people read of the causes. */
  describe: () => Promise<DescribedCauses>;
}

const LISTS = ['regressions', 'newFailing', 'stillFailing', 'improvements'] as const;

/**
 * The causes of the head's failures, and of the base's failures that the head does not have. Chooses the tests to name
 * so that each cause has some.
 */
export async function compareCauses(
  scope: Scope,
  {
    base,
    head,
    lists,
    fingerprints,
    limit,
    fingerprint,
  }: Sides & {
    lists: Settled;
    /** Fingerprints of all failures of both sides, by result id. */
    fingerprints: ReadonlyMap<string, string>;
    limit: number;
    fingerprint: string | undefined;
  },
): Promise<ComparedCauses> {
  const failed: Record<ListName, Found[]> = {
    ...lists,
    newFailing: lists.newTests.filter(hasFailed),
  };
  const grouped = await groupLists(scope, { failed, fingerprints, limit, fingerprint });
  return {
    named: mapLists((name) => grouped[name].named.map(({ test }) => test)),
    describe: () => describeLists(scope, { base, head, grouped, fingerprint }),
  };
}

async function describeLists(
  scope: Scope,
  {
    base,
    head,
    grouped,
    fingerprint,
  }: Sides & {
    grouped: Record<ListName, GroupedFailures<Found>>;
    fingerprint: string | undefined;
  },
): Promise<DescribedCauses> {
  const { regressions, newFailing, stillFailing, improvements } = grouped;
  const [ofHead, ofBase] = await Promise.all([
    describeCausesOfLists(scope, head.id, [regressions, newFailing, stillFailing]),
    describeCausesOfLists(scope, base.id, [improvements]),
  ]);
  const lists = [...ofHead, ...ofBase];
  const gone = ofBase.flat().map((cause) => cause.fingerprint);
  const texts = new Map(
    [fingerprint, ...gone].flatMap((text) => (text ? [[toFingerprintId(text), text]] : [])),
  );
  return {
    causes: mapLists((name, at) => ({ items: lists[at] ?? [], total: grouped[name].total })),
    baseFingerprints: new Map(
      improvements.named.flatMap(({ test, fingerprintId: id }) => {
        const text = texts.get(id ?? '');
        return text === undefined ? [] : [[test.testId, text] as const];
      }),
    ),
  };
}

async function groupLists(
  scope: Scope,
  {
    failed,
    fingerprints,
    limit,
    fingerprint,
  }: {
    failed: Record<ListName, Found[]>;
    fingerprints: ReadonlyMap<string, string>;
    limit: number;
    fingerprint: string | undefined;
  },
): Promise<Record<ListName, GroupedFailures<Found>>> {
  const all = LISTS.flatMap((name) => failed[name].map((test) => ({ name, test })));
  const placing = all.map(({ test }) => ({
    testId: test.testId,
    line: (test.head ?? test.base)?.line ?? null,
  }));
  const [earlier, placed] = await Promise.all([
    readEarlierFingerprints(scope, failed.improvements),
    placeTests(scope, placing),
  ]);
  const fingerprintOf = (run: StoredRun | null) =>
    run === null ? null : (fingerprints.get(run.resultId) ?? earlier.get(run.resultId) ?? null);
  const inOrder = placed.flatMap(({ index, file }) => {
    const one = all[index];
    if (one === undefined) return [];
    const run = one.name === 'improvements' ? one.test.base : one.test.head;
    return [{ ...one, file, fingerprintId: fingerprintOf(run) }];
  });
  const byList = Map.groupBy(inOrder, ({ name }) => name);
  const only = fingerprint === undefined ? null : toFingerprintId(fingerprint);
  return mapLists((name) => groupFailures(byList.get(name) ?? [], { limit, only }));
}

/** The fingerprints of failures that the base has from earlier executions. */
function readEarlierFingerprints(
  scope: Scope,
  improvements: readonly Found[],
): Promise<Map<string, string>> {
  const earlier = improvements.flatMap(({ baseFrom }) => baseFrom?.executionId ?? []);
  return readFingerprints(scope, [...new Set(earlier)]);
}

/** The causes of lists whose failures were in this execution. Verdicts on failures are those of the execution that had them. */
async function describeCausesOfLists(
  scope: Scope,
  executionId: string,
  lists: readonly GroupedFailures<Found>[],
): Promise<Cause[][]> {
  const causes = lists.flatMap((list, at) => list.causes.map((cause) => ({ ...cause, at })));
  const described = await describeCauses(scope, { executionIds: [executionId], causes });
  return lists.map((_, list) =>
    described.flatMap(({ at, ...cause }) => (at === list ? [cause] : [])),
  );
}

function mapLists<Value>(value: (name: ListName, index: number) => Value): Record<ListName, Value> {
  return {
    regressions: value('regressions', 0),
    newFailing: value('newFailing', 1),
    stillFailing: value('stillFailing', 2),
    improvements: value('improvements', 3),
  };
}
