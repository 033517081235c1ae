import type { AttentionItem, AttentionSince } from '@svc/contract/history/attention';
import type { Outcome } from '@svc/contract/executions/outcomes';
import type { BranchHead } from '../executions/branch-heads.queries.ts';
import {
  describeExecutions,
  type DescribedExecution,
} from '../../../history/executions/described-executions.queries.ts';
import type { Asked, FoundItem } from '../item.ts';
import { listRunsOfFlaky } from '../trends/runs-of-flaky.ts';
import { readItemHistories, type ItemHistory } from './item-histories.ts';

/** The start of an item, before the execution is described. */
type Began = Pick<AttentionSince, 'at' | 'isAtLeast' | 'commit' | 'resultId' | 'before'> & {
  executionId: string;
};

/**
 * Adds to each item the number of its execution, since when it lasts, and its first test's last runs. The number of
 * statements depends only on how many projects have newly flaky tests.
 */
export async function addHistory(
  asked: Asked,
  { items, heads }: { items: readonly FoundItem[]; heads: readonly BranchHead[] },
): Promise<AttentionItem[]> {
  const [histories, flakyRuns] = await Promise.all([
    readItemHistories(asked, { items, heads }),
    listRunsOfFlaky(asked, items),
  ]);
  const began = new Map(items.map((item) => [item, findBeginning(item, histories.get(item))]));
  const executions = await describeExecutions(
    asked.scope,
    items.flatMap((item) => [item.executionId ?? [], began.get(item)?.executionId ?? []].flat()),
  );
  return items.map((item) => {
    const history = histories.get(item);
    const recent = history?.recent ?? flakyRuns.get(item) ?? [];
    const since = buildSince(began.get(item) ?? null, executions);
    return toAttentionItem(item, { since, recent, executions, passesIn: history?.passesIn });
  });
}

/**
 * Takes what the roll-ups know of the test where the executions that were looked at all show the failure: they judge
 * ten times as many.
 */
function findBeginning(
  { kind, testSince }: FoundItem,
  history: ItemHistory | undefined,
): Began | null {
  const first = history?.first ?? null;
  if (testSince !== null && isEarlier(testSince, { kind, first })) {
    const { lastGood, firstBad } = testSince;
    return { ...firstBad, isAtLeast: lastGood === null, resultId: null, before: null };
  }
  if (first === null) return null;
  const { execution, isAtLeast, before, resultId } = first;
  const { id: executionId, commit, startedAt } = execution;
  return { executionId, commit, at: startedAt.toISOString(), isAtLeast, before, resultId };
}

function isEarlier(
  { kind: testKind, firstBad }: NonNullable<FoundItem['testSince']>,
  { kind, first }: { kind: FoundItem['kind']; first: ItemHistory['first'] },
): boolean {
  if (kind === 'newly-flaky') return true;
  return (
    testKind === 'failing' &&
    first?.isAtLeast === true &&
    Date.parse(firstBad.at) < first.execution.startedAt.getTime()
  );
}

function buildSince(
  began: Began | null,
  executions: ReadonlyMap<string, DescribedExecution>,
): AttentionSince | null {
  if (began === null) return null;
  const { executionId, ...facts } = began;
  const execution = executions.get(executionId);
  // Deleted, and without a commit that could be named.
  if (execution === undefined && facts.commit === null) return null;
  return {
    ...facts,
    commitUrl: execution?.commitUrl ?? null,
    author: facts.isAtLeast ? null : (execution?.author ?? null),
    title: execution?.title ?? null,
    executionId: execution === undefined ? null : executionId,
    number: execution?.number ?? null,
  };
}

function toAttentionItem(
  found: FoundItem,
  {
    since,
    recent,
    executions,
    passesIn,
  }: {
    since: AttentionSince | null;
    recent: Outcome[];
    executions: ReadonlyMap<string, DescribedExecution>;
    passesIn: string | undefined;
  },
): AttentionItem {
  const { testSince: _, alsoIn: __, ...item } = found;
  return {
    ...item,
    detail: passesIn === undefined ? item.detail : `${item.detail} ${passesIn}`,
    executionNumber: executions.get(item.executionId ?? '')?.number ?? null,
    sinceCommit: since?.commit ?? null,
    since,
    recent,
  };
}
