import { formatDuration } from '@svc/contract/zod-free/amounts';
import { findGrownFile, type GrownFile } from './grown-file.queries.ts';
import { MAX_ITEMS, type Asked, type FoundItem } from '../item.ts';
import { listSlowerProjects, type SlowerProject } from './slower-projects.queries.ts';
import { shortenLine } from '../texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RECENT_DAYS = 7;
const DAYS_BEFORE = 28;

/**
 * Items for projects whose executions took longer in the last 7 days than in the 28 days before, with the file that
 * grew most.
 */
export async function listSlowerItems({ scope, project, now }: Asked): Promise<FoundItem[]> {
  const recent = new Date(now.getTime() - RECENT_DAYS * DAY_MS);
  const before = new Date(recent.getTime() - DAYS_BEFORE * DAY_MS);
  const slower = await listSlowerProjects(scope, { project, before, recent });
  // No more items are ever shown. Sequential, because each query reads thousands of files.
  const shown = slower.toSorted((one, other) => +other.at - +one.at).slice(0, MAX_ITEMS);
  const items: FoundItem[] = [];
  for (const found of shown) {
    const { projectId } = found;
    const file = await findGrownFile(scope, { projectId, before, recent });
    items.push(buildSlowerItem(found, file));
  }
  return items;
}

function buildSlowerItem(found: SlowerProject, file: GrownFile | null): FoundItem {
  const { project, recentMs, beforeMs, executionId, at } = found;
  const percent = beforeMs === 0 ? '' : ` by ${Math.round((recentMs / beforeMs - 1) * 100)} %`;
  const medians = `Median of the last ${RECENT_DAYS} days ${formatDuration(recentMs)}, of the ${DAYS_BEFORE} days before ${formatDuration(beforeMs)}.`;
  const grown =
    file === null
      ? ''
      : ` ${shortenLine(file.file)} grew most, from ${formatDuration(file.beforeMs)} to ${formatDuration(file.recentMs)}.`;
  return {
    kind: 'slower',
    title: shortenLine(`${project} became slower${percent}`),
    detail: `${medians}${grown}`,
    project,
    branch: null,
    testIds: [],
    tests: 0,
    executionId,
    fingerprint: null,
    classification: null,
    testSince: null,
    alsoIn: [],
    at: at.toISOString(),
  };
}
