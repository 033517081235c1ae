import { deleteUnusedContents, sweepStorage, readStoredSize } from '../../artifacts/index.ts';
import { readDatabaseSize } from '../../db/database-size.queries.ts';
import { createScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import {
  changeRetention,
  readRetention,
  type Retention,
  applyRetention,
} from '../../lifetime/index.ts';
import { formatBytes } from '@svc/contract/zod-free/amounts';
import type { CommandOrganization } from '../with-store.ts';

export async function showRetention(
  { database }: Deps,
  { id }: CommandOrganization,
): Promise<string[]> {
  const scope = createScope(database, id);
  const { resultsDays, artifactsDays, rollUpsDays } = await readRetention(scope);
  const { files, bytes } = await readStoredSize(scope);
  return [
    `results    ${formatDays(resultsDays)}`,
    `artifacts  ${formatDays(artifactsDays)}`,
    `roll-ups   ${formatDays(rollUpsDays)}`,
    `The database holds ${formatBytes(await readDatabaseSize(database))}.`,
    `The artifacts are ${files} files of ${formatBytes(bytes)} in all.`,
  ];
}

/** Changes only the settings that are present; null means forever. */
export async function setRetention(
  deps: Deps,
  organization: CommandOrganization,
  given: { results?: number | null; artifacts?: number | null; rollUps?: number | null },
): Promise<string[]> {
  const scope = createScope(deps.database, organization.id);
  const changes: Partial<Retention> = {
    ...(given.results === undefined ? {} : { resultsDays: given.results }),
    ...(given.artifacts === undefined ? {} : { artifactsDays: given.artifacts }),
    ...(given.rollUps === undefined ? {} : { rollUpsDays: given.rollUps }),
  };
  const { resultsDays, rollUpsDays } = { ...(await readRetention(scope)), ...changes };
  if (rollUpsDays !== null && rollUpsDays < (resultsDays ?? Infinity)) {
    throw new Error(
      'roll-ups must be kept at least as long as results, which they are made from: set --results too.',
    );
  }
  await changeRetention(deps, scope, { changes, command: 'svc-admin' });
  return showRetention(deps, organization);
}

export async function applyNow(deps: Deps): Promise<string[]> {
  const before = await readDatabaseSize(deps.database);
  const { droppedWeeks, thinnedWeeks, busyWeeks } = await applyRetention(deps);
  await sweepStorage(deps);
  const files = await deleteUnusedContents(deps);
  const after = await readDatabaseSize(deps.database);
  return [
    ...droppedWeeks.map((week) => `dropped the results of the week of ${week}`),
    ...thinnedWeeks.map(
      (week) => `deleted results of the week of ${week}; other organizations keep theirs`,
    ),
    ...busyWeeks.map((week) => `the week of ${week} is in use: apply again later`),
    ...(files === 0 ? [] : [`deleted ${files} files of artifacts`]),
    `The database held ${formatBytes(before)} and holds ${formatBytes(after)}.`,
  ];
}

function formatDays(days: number | null): string {
  return days === null ? 'without limit' : `${days} days`;
}
