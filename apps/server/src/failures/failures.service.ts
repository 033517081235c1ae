import type { FailureGroup, FailuresQuery } from '@svc/contract/history/failures';
import type { SourcedPage } from '@svc/contract/pages';
import type { ExecutionsFilter } from '../db/conditions/execution-conditions.ts';
import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { readUsedSource } from '../history/used-source.queries.ts';
import { decodeCursor, encodeCursor } from '../http/input/cursor.ts';
import { isUtcTime, parseWindow } from '../http/input/window.ts';
import { findWeekSpan, type WeekSpan } from '../history/week-span.queries.ts';
import { readFingerprintClasses, buildFingerprintClassKey, NO_LABEL } from '../analyses/index.ts';
import { toDays } from './days.ts';
import { readGroupDetails } from './failure-details.queries.ts';
import { readExampleTexts } from './failure-examples.queries.ts';
import { listFailureGroups, type GroupPlace, type StoredGroup } from './failure-groups.queries.ts';
import {
  listGroupsOfPhases,
  derivePhase,
  toGroupPlace,
  type GroupInPhase,
} from './groups-of-phases.ts';
import { readFailureStandings, type Standing } from './failure-standings.queries.ts';

/**
 * One page of the window's failures, grouped by fingerprint. Counts the groups from the failures of each execution;
 * reads the details only for the page.
 * @throws SvcError BAD_REQUEST for a cursor of another sort or list, and for an invalid or too long window.
 */
export async function readFailuresPage(
  deps: Deps,
  scope: Scope,
  { limit, cursor, from, to, search, phase, sort, ...filters }: FailuresQuery,
): Promise<SourcedPage<FailureGroup>> {
  const window = parseWindow({ from, to }, deps.clock.now());
  const days = toDays(window);
  const after =
    cursor === undefined ? null : decodeCursor(cursor, (value) => isPlaceOf(value, sort));
  const counted = await readUsedSource(scope, { ...filters, ...window });
  const filter = { ...filters, from: window.from, to: window.to, ...counted.filter };
  const weeks = await findWeekSpan(scope, { ...filter, source: undefined });
  if (weeks === null) return { items: [], nextCursor: null, ...counted.answer };
  const asked = { filter, search, sort, after, limit: limit + 1 };
  const end = window.shownTo;
  const groups: readonly (StoredGroup | GroupInPhase)[] =
    phase === undefined
      ? await listFailureGroups(scope, asked)
      : await listGroupsOfPhases(scope, { ...asked, phases: phase, weeks, end });
  const page = groups.slice(0, limit);
  const describe = await readDetails(scope, { filter, weeks, page, days, end });
  const last = page.at(-1);
  return {
    items: page.flatMap(describe),
    nextCursor:
      groups.length > limit && last !== undefined ? encodeCursor(toGroupPlace(last, sort)) : null,
    ...counted.answer,
  };
}

/** Reads what the page says of its groups. Returns a function that describes one of them. */
async function readDetails(
  scope: Scope,
  {
    filter,
    weeks,
    page,
    days,
    end,
  }: {
    filter: ExecutionsFilter;
    weeks: WeekSpan;
    page: readonly (StoredGroup | GroupInPhase)[];
    days: readonly string[];
    end: Date;
  },
): Promise<(group: StoredGroup | GroupInPhase) => FailureGroup[]> {
  const question = { filter, fingerprintIds: page.map((group) => group.id) };
  const [standings, { details, texts, classes }] = await Promise.all([
    readFailureStandings(scope, { ...question, weeks, end }),
    readDescriptions(scope, { ...question, days }),
  ]);
  return (group) => {
    const found = details.get(group.id);
    // Undefined when its last failure was deleted between the two queries.
    if (found === undefined) return [];
    const { tests, branches, perDay, newest } = found;
    const { week: _week, ...example } = newest;
    const standing = standings.get(group.id);
    const key = buildFingerprintClassKey({ project: example.project, fingerprintId: group.id });
    return [
      {
        fingerprint: group.fingerprint,
        pattern: group.pattern,
        count: group.count,
        tests,
        executions: group.executions,
        projects: group.projects,
        branches,
        phase: 'phase' in group ? group.phase : derivePhase(group, standing, end),
        onlyOn: standing?.onlyOn ?? [],
        gone: toGoneAnswer(standing),
        firstSeenAt: group.firstSeenAt.toISOString(),
        lastSeenAt: group.lastSeenAt.toISOString(),
        perDay,
        ...(classes.get(key) ?? NO_LABEL),
        example: { ...example, ...(texts.get(example.resultId) ?? { line: null, message: null }) },
      },
    ];
  };
}

/** Reads the details of the groups, then the texts and the classes of their newest failures. */
async function readDescriptions(
  scope: Scope,
  question: {
    filter: ExecutionsFilter;
    fingerprintIds: readonly string[];
    days: readonly string[];
  },
) {
  const details = await readGroupDetails(scope, question);
  const [texts, classes] = await Promise.all([
    readExampleTexts(
      scope,
      [...details.values()].map(({ newest }) => newest),
    ),
    readFingerprintClasses(
      scope,
      [...details].map(([fingerprintId, { newest }]) => ({
        project: newest.project,
        fingerprintId,
      })),
    ),
  ]);
  return { details, texts, classes };
}

function toGoneAnswer(standing: Standing | undefined): FailureGroup['gone'] {
  const gone = standing?.gone ?? null;
  return gone && { ...gone, at: gone.at.toISOString() };
}

const MAX_INTEGER = 2_147_483_647;

function isPlaceOf(value: unknown, sort: FailuresQuery['sort']): value is GroupPlace {
  if (typeof value !== 'object' || value === null) return false;
  const place = value as Partial<GroupPlace>;
  return (
    place.sort === sort &&
    Number.isInteger(place.value) &&
    Math.abs(place.value ?? 0) <= MAX_INTEGER &&
    typeof place.lastSeenAt === 'string' &&
    isUtcTime(place.lastSeenAt) &&
    typeof place.id === 'string' &&
    /^[0-9a-f]{32}$/.test(place.id)
  );
}
