import type { FailurePhase, FailuresQuery } from '@svc/contract/history/failures';
import type { Scope } from '../../db/scope.ts';
import type { ExecutionsFilter } from '../../db/conditions/execution-conditions.ts';
import { listFailureGroups, type GroupPlace, type StoredGroup } from './failure-groups.queries.ts';
import { openFailures } from './open-failures.queries.ts';

interface AskedGroups {
  filter: ExecutionsFilter;
  search?: string | undefined;
  renamed: readonly string[];
  phases: readonly FailurePhase[];
  sort: FailuresQuery['sort'];
  after: GroupPlace | null;
  limit: number;
}

export interface GroupInPhase extends StoredGroup {
  phase: FailurePhase;
}

// Few groups of a window have a given phase. Each further query counts all groups again, so it fetches more of them.
const FIRST_GROUPS = 200;

/**
 * The groups in one of these phases, at most `limit`. Finding a phase reads results, so the search stops when the page is full
 * or no group is left.
 */
export async function listGroupsOfPhases(
  scope: Scope,
  { phases, ...asked }: AskedGroups,
): Promise<GroupInPhase[]> {
  const found: GroupInPhase[] = [];
  let { after } = asked;
  for (let among = FIRST_GROUPS; ; among *= 4) {
    const question = { ...asked, after, limit: among };
    const groups = await listFailureGroups(scope, question);
    const open = await openFailures(scope, {
      filter: asked.filter,
      fingerprintIds: groups.map((group) => group.id),
    });
    for (const group of groups) {
      const phase = phaseOf(group, open, asked.filter.from);
      if (phases.includes(phase)) found.push({ ...group, phase });
    }
    const last = groups.at(-1);
    if (found.length >= asked.limit || groups.length < among || last === undefined) {
      return found.slice(0, asked.limit);
    }
    after = placeOf(last, asked.sort);
  }
}

/** `open` has the ids of the groups that are not over; `from` is the beginning of the window. */
export function phaseOf(
  { id, firstSeenAt }: StoredGroup,
  open: ReadonlySet<string>,
  from: Date,
): FailurePhase {
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
