import type { AttentionItem } from '@svc/contract/history/attention';
import { weekOf } from '../../../db/partitions/partitions.ts';
import { recentRuns, type RecentRun } from '../../../history/recent-runs.queries.ts';
import { executionNumbers } from '../executions/execution-numbers.queries.ts';
import type { Asked, FoundItem } from '../item.ts';
import { sinceCommits } from './since-commits.ts';

const RECENT_RUNS = 20;
// Enough for 20 runs of a branch that runs twice a week.
const RECENT_DAYS = 70;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Adds to each item the number of its execution, the first commit that shows it, and its first test's last runs on
 * the branch.
 */
export async function withHistory(
  asked: Asked,
  items: readonly FoundItem[],
): Promise<AttentionItem[]> {
  const [numbers, since, recent] = await Promise.all([
    executionNumbers(
      asked.scope,
      items.flatMap(({ executionId }) => executionId ?? []),
    ),
    sinceCommits(asked, items),
    Promise.all(groupsOf(items).map((group) => runsOnBranch(asked, group))),
  ]);
  const runs = new Map(recent.flat());
  return items.map((item) => ({
    ...item,
    executionNumber: numbers.get(item.executionId ?? '') ?? null,
    sinceCommit: item.sinceCommit ?? since.get(item) ?? null,
    recent: (runs.get(item) ?? []).map((run) => run.outcome),
  }));
}

/** Groups items by project and branch, which share one query. */
function groupsOf(items: readonly FoundItem[]): FoundItem[][] {
  const withTests = items.filter((item) => item.testIds.length > 0);
  return [
    ...Map.groupBy(withTests, ({ project, branch }) => JSON.stringify([project, branch])).values(),
  ];
}

async function runsOnBranch(
  { scope, now, counted }: Asked,
  items: readonly FoundItem[],
): Promise<[FoundItem, RecentRun[]][]> {
  const [first] = items;
  if (first === undefined) return [];
  const from = new Date(now.getTime() - RECENT_DAYS * DAY_MS);
  const to = new Date(now.getTime() + DAY_MS);
  const runs = await recentRuns(scope, {
    filter: {
      from,
      to,
      project: first.project,
      branch: first.branch ?? undefined,
      ...counted,
    },
    weeks: { from: weekOf(from), to: weekOf(to) },
    testIds: items.flatMap((item) => item.testIds.slice(0, 1)),
    limit: RECENT_RUNS,
  });
  return items.map((item) => [item, runs.get(item.testIds[0] ?? '') ?? []]);
}
