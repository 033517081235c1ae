import type { Outcome } from '@svc/contract/executions/outcomes';
import { toWeek } from '../../../db/partitions/partitions.ts';
import { readRecentRuns } from '../../../history/recent-runs.queries.ts';
import type { Asked, FoundItem } from '../item.ts';

const RECENT_RUNS = 20;
// Enough for 20 runs of a project that runs twice a week.
const RECENT_DAYS = 70;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The last runs of the first test of each newly flaky item, oldest first, on all branches. One statement a project. */
export async function listRunsOfFlaky(
  asked: Asked,
  items: readonly FoundItem[],
): Promise<Map<FoundItem, Outcome[]>> {
  const flaky = items.filter(({ kind }) => kind === 'newly-flaky');
  const projects = Map.groupBy(flaky, ({ project }) => project);
  const runs = await Promise.all(
    [...projects].map(([project, ofProject]) => listRunsInProject(asked, { project, ofProject })),
  );
  return new Map(runs.flat());
}

async function listRunsInProject(
  { scope, now, counted }: Asked,
  { project, ofProject }: { project: string; ofProject: readonly FoundItem[] },
): Promise<[FoundItem, Outcome[]][]> {
  const from = new Date(now.getTime() - RECENT_DAYS * DAY_MS);
  const to = new Date(now.getTime() + DAY_MS);
  const runs = await readRecentRuns(scope, {
    filter: { from, to, project, ...counted },
    weeks: { from: toWeek(from), to: toWeek(to) },
    testIds: ofProject.flatMap((item) => item.testIds.slice(0, 1)),
    limit: RECENT_RUNS,
  });
  return ofProject.map((item) => [
    item,
    (runs.get(item.testIds[0] ?? '') ?? []).map(({ outcome }) => outcome),
  ]);
}
