import type { Outcome } from '@svc/contract/executions/outcomes';
import { listBranchExecutions } from '../executions/branch-executions.queries.ts';
import type { BranchHead } from '../executions/branch-heads.queries.ts';
import type { Asked, FoundItem } from '../item.ts';
import { shortenLine } from '../texts.ts';
import { findFirstBad, collectOutcomes, type FirstBad } from './failure-history.ts';
import { listFailuresAlike, type FailureAlike } from './failures-alike.queries.ts';

export interface ItemHistory {
  /** The earliest of the suites that have the failure, with the result of an item of one test. */
  first: (FirstBad & { resultId: string | null }) | null;
  /** The last runs of the first test in the suite of the item, oldest first. */
  recent: Outcome[];
  /** A sentence about other suites of the branch in which the first test passes: otherwise its page contradicts the item. */
  passesIn: string | undefined;
}

const RECENT_RUNS = 20;
// A branch of more suites than this needs no list of them.
const MAX_SUITES = 5;

/** The histories of the items about failures. Two statements for all items. Looks at 50 executions of a suite. */
export async function readItemHistories(
  { scope }: Asked,
  { items, heads }: { items: readonly FoundItem[]; heads: readonly BranchHead[] },
): Promise<Map<FoundItem, ItemHistory>> {
  const failing = items.filter(({ kind }) => kind === 'failing' || kind === 'regression');
  const executions = await listBranchExecutions(scope, failing.flatMap(collectHeads));
  const known = failing.map((item) => ({
    item,
    suites: collectHeads(item).map((id) => executions.get(id) ?? []),
    others: pickOtherHeads(item, heads),
  }));
  const withTests = known.filter(({ item }) => item.fingerprint !== null);
  const alike = await listFailuresAlike(
    scope,
    withTests.map(({ item, suites, others }) => ({
      fingerprint: item.fingerprint ?? '',
      testIds: item.testIds,
      executions: [...suites.flat(), ...others],
    })),
  );
  return new Map(
    known.map(({ item, suites, others }) => {
      const at = withTests.findIndex((one) => one.item === item);
      const failures = at === -1 ? null : (alike[at] ?? null);
      const [own = []] = suites;
      const first = pickEarliest(
        suites.map((suite) =>
          findFirstBad(suite, { failures, isRegression: item.kind === 'regression' }),
        ),
      );
      return [
        item,
        {
          first: first && { ...first, resultId: findFailedResult(first, { item, failures }) },
          recent:
            failures === null
              ? []
              : collectOutcomes(own, failures).slice(0, RECENT_RUNS).toReversed(),
          passesIn:
            failures === null || first === null
              ? undefined
              : passesIn(item, { first, others, failures }),
        },
      ];
    }),
  );
}

/** The newest execution of each suite that has the failure, that of the item first. */
function collectHeads({ executionId, alsoIn }: FoundItem): string[] {
  return executionId === null ? [] : [executionId, ...alsoIn.slice(0, MAX_SUITES)];
}

function pickOtherHeads(item: FoundItem, heads: readonly BranchHead[]): BranchHead[] {
  return heads
    .filter(
      (head) =>
        head.project === item.project &&
        head.branch === item.branch &&
        !collectHeads(item).includes(head.id),
    )
    .slice(0, MAX_SUITES);
}

function pickEarliest(found: readonly (FirstBad | null)[]): FirstBad | null {
  return found.reduce((first, one) => {
    if (first === null || one === null) return first ?? one;
    return one.execution.startedAt < first.execution.startedAt ? one : first;
  }, null);
}

function findFailedResult(
  { execution }: FirstBad,
  { item, failures }: { item: FoundItem; failures: FailureAlike | null },
): string | null {
  return item.tests === 1 ? (failures?.failedIn.get(execution.id) ?? null) : null;
}

function passesIn(
  { tests }: FoundItem,
  {
    first: { execution },
    others,
    failures: { outcomes },
  }: { first: FirstBad; others: readonly BranchHead[]; failures: FailureAlike },
): string | undefined {
  const passing = others.filter(
    ({ id, startedAt }) =>
      startedAt >= execution.startedAt && ['passed', 'flaky'].includes(outcomes.get(id) ?? ''),
  );
  if (passing.length === 0) return undefined;
  const names = passing.map(({ number, framework, name, workflow }) =>
    shortenLine(`#${number} (${[framework, name ?? workflow].filter(Boolean).join(' ')})`),
  );
  return `${tests === 1 ? 'It' : 'The first of them'} passes in ${names.join(', ')}.`;
}
