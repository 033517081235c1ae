import type { FailurePhase, FailuresQuery } from '@svc/contract/failures';
import type { Database } from '../../db/database.ts';
import type { ExecutionsFilter } from '../../db/execution-conditions.ts';
import { listFailureGroups, type GroupPlace, type StoredGroup } from './failure-groups.queries.ts';
import { openFailures } from './open-failures.queries.ts';

export interface PhasedGroup extends StoredGroup {
  phase: FailurePhase;
}

interface AskedGroups {
  filter: ExecutionsFilter;
  search?: string | undefined;
  phase?: FailurePhase | undefined;
  sort: FailuresQuery['sort'];
  after: GroupPlace | null;
  limit: number;
}

// Few groups of a window have one phase. Each further look counts all groups again, so that it takes more of them.
const FIRST_GROUPS = 200;

/**
 * The groups with their phases, `limit` of them at most. A phase costs a look at results, so that it is
 * found out for the page alone, or with a phase asked for until the page is full or no group is left.
 */
export async function listPhasedGroups(
  database: Database,
  organizationId: string,
  { phase, ...asked }: AskedGroups,
): Promise<PhasedGroup[]> {
  if (phase === undefined) {
    const groups = await listFailureGroups(database, organizationId, asked);
    return withPhases(database, organizationId, { groups, filter: asked.filter });
  }
  const found: PhasedGroup[] = [];
  let { after } = asked;
  for (let among = FIRST_GROUPS; ; among *= 4) {
    const groups = await listFailureGroups(database, organizationId, {
      ...asked,
      after,
      limit: among,
    });
    const phased = await withPhases(database, organizationId, { groups, filter: asked.filter });
    found.push(...phased.filter((group) => group.phase === phase));
    const last = groups.at(-1);
    if (found.length >= asked.limit || groups.length < among || last === undefined) {
      return found.slice(0, asked.limit);
    }
    after = placeOf(last, asked.sort);
  }
}

async function withPhases(
  database: Database,
  organizationId: string,
  { groups, filter }: { groups: readonly StoredGroup[]; filter: ExecutionsFilter },
): Promise<PhasedGroup[]> {
  const open = await openFailures(database, organizationId, {
    filter,
    fingerprintIds: groups.map((group) => group.id),
  });
  return groups.map((group) => ({ ...group, phase: phaseOf(group, open, filter.from) }));
}

function phaseOf({ id, firstSeenAt }: StoredGroup, open: ReadonlySet<string>, from: Date) {
  if (!open.has(id)) return 'over';
  return firstSeenAt >= from ? 'new' : 'ongoing';
}

export function placeOf(group: StoredGroup, sort: FailuresQuery['sort']): GroupPlace {
  return {
    sort,
    value: sort === 'newest' ? 0 : (group[sort] ?? 0),
    lastSeenAt: group.lastSeenAt.toISOString(),
    id: group.id,
  };
}
