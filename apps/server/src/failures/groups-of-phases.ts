import {
  NEW_HOURS,
  QUIET_DAYS,
  type FailurePhase,
  type FailuresQuery,
} from '@svc/contract/history/failures';
import type { Scope } from '../db/scope.ts';
import type { ExecutionsFilter } from '../db/conditions/execution-conditions.ts';
import type { WeekSpan } from '../history/week-span.queries.ts';
import { listFailureGroups, type GroupPlace, type StoredGroup } from './failure-groups.queries.ts';
import { readFailureStandings, type Standing } from './failure-standings.queries.ts';

interface AskedGroups {
  filter: ExecutionsFilter;
  /** Of the executions of any source that match the filter otherwise. */
  weeks: WeekSpan;
  /** The end of the window that is shown. */
  end: Date;
  search?: string | undefined;
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
  { phases, weeks, end, ...asked }: AskedGroups,
): Promise<GroupInPhase[]> {
  const found: GroupInPhase[] = [];
  let { after } = asked;
  for (let among = FIRST_GROUPS; ; among *= 4) {
    const question = { ...asked, after, limit: among };
    const groups = await listFailureGroups(scope, question);
    const standings = await readFailureStandings(scope, {
      filter: asked.filter,
      weeks,
      end,
      fingerprintIds: groups.map((group) => group.id),
    });
    for (const group of groups) {
      const phase = derivePhase(group, standings.get(group.id), end);
      if (phases.includes(phase)) found.push({ ...group, phase });
    }
    const last = groups.at(-1);
    if (found.length >= asked.limit || groups.length < among || last === undefined) {
      return found.slice(0, asked.limit);
    }
    after = toGroupPlace(last, asked.sort);
  }
}

const HOUR_MS = 60 * 60 * 1000;

/** `end` is that of the window. Undefined: its last failure was deleted between two queries. */
export function derivePhase(
  { firstSeenAt }: StoredGroup,
  standing: Standing | undefined,
  end: Date,
): FailurePhase {
  if (standing?.isOpen !== true) return 'over';
  const lastHours = end.getTime() - NEW_HOURS * HOUR_MS;
  const oldest = end.getTime() - QUIET_DAYS * 24 * HOUR_MS;
  const lastExecutions = Math.max(standing.recentFrom?.getTime() ?? Infinity, oldest);
  return firstSeenAt.getTime() >= Math.min(lastHours, lastExecutions) ? 'new' : 'ongoing';
}

export function toGroupPlace(group: StoredGroup, sort: FailuresQuery['sort']): GroupPlace {
  return {
    sort,
    value: sort === 'newest' ? 0 : (group[sort] ?? 0),
    lastSeenAt: group.lastSeenAt.toISOString(),
    id: group.id,
  };
}
