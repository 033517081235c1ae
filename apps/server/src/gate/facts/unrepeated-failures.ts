import type { Scope } from '../../db/scope.ts';
import { MERGED_GROUP_ID } from '../../executions/index.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';
import {
  listAttemptPlaces,
  type AttemptPlace,
  listPlacesWithLostTests,
  buildRanKey,
  listUploadsThatRan,
} from './unrepeated-failures.queries.ts';

interface Place extends AttemptPlace {
  /** A test ran in it. */
  ran: boolean;
}

/**
 * The jobs and shards that failed in an earlier attempt and ran no test since. An attempt in which a place ran no test,
 * or to which it does not belong, settles nothing, regardless of their number. A job whose environment changed has
 * another place, so a place that is new since then and ran a test counts as its repetition. A merged report counts as
 * the repetition of all places whose failed tests it has, because the results of the parts that it merges may be stored
 * with it.
 */
export async function listUnrepeatedPlaces(
  scope: Scope,
  { id, previousAttemptId }: Pick<ExecutionRow, 'id' | 'previousAttemptId'>,
): Promise<AttemptPlace[]> {
  if (previousAttemptId === null) return [];
  const stored = await listAttemptPlaces(scope, id);
  const earliest = Math.max(...stored.map(({ back, passed }) => (passed ? 0 : back)));
  if (earliest <= 0) return [];
  const recent = stored.filter(({ back }) => back < earliest);
  const ran = await listUploadsThatRan(scope, deduplicateAttempts(recent));
  const places = stored.map((place) => ({
    ...place,
    ran: place.uploadIds.some((uploadId) => ran.has(buildRanKey(place.executionId, uploadId))),
  }));
  const failed = places.filter(({ back, passed }) => back > 0 && !passed);
  const lost = await listPlacesWithLostTests(
    scope,
    failed.filter((place) => classifyRepeat(place, places) === 'if its tests ran'),
    deduplicateAttempts(places.filter((place) => place.ran)),
  );
  const unrepeated = [
    ...failed.filter((place) => classifyRepeat(place, places) === 'none'),
    ...lost,
  ];
  return [
    ...unrepeated.filter(isMerged),
    ...omitSucceededPlaces(
      unrepeated.filter((place) => !isMerged(place)),
      places,
    ),
  ];
}

function classifyRepeat(
  failed: Place,
  places: readonly Place[],
): 'ran' | 'none' | 'if its tests ran' {
  const since = places.filter(({ back, ran }) => back < failed.back && ran);
  if (!isMerged(failed) && since.some(({ key }) => key === failed.key)) return 'ran';
  if (since.length === 0 || (!isMerged(failed) && !since.some(isMerged))) return 'none';
  return 'if its tests ran';
}

/**
 * Keeps the last place of each key, except those for which another place is new in a later attempt and ran a test. A
 * new place replaces one of them: one of its own job if there is one.
 */
function omitSucceededPlaces(failed: readonly Place[], places: readonly Place[]): Place[] {
  const nearest = failed.toSorted((a, b) => a.back - b.back);
  const newestOfKey = new Map(nearest.toReversed().map((place) => [place.key, place]));
  let waiting = [...newestOfKey.values()].toReversed();
  const taken = new Set<string>();
  for (const isAlike of [isOfSameJob, () => true]) {
    waiting = waiting.filter((place) => {
      const before = new Set(places.filter(({ back }) => back >= place.back).map(({ key }) => key));
      const successor = places.find(
        (one) =>
          one.ran &&
          !isMerged(one) &&
          !before.has(one.key) &&
          !taken.has(one.key) &&
          isAlike(one, place),
      );
      if (successor !== undefined) taken.add(successor.key);
      return successor === undefined;
    });
  }
  return waiting;
}

function isOfSameJob(one: Place, other: Place): boolean {
  return one.job === other.job && one.leg === other.leg && one.shard?.index === other.shard?.index;
}

function isMerged({ groupId }: AttemptPlace): boolean {
  return groupId === MERGED_GROUP_ID;
}

function deduplicateAttempts(places: readonly AttemptPlace[]): AttemptPlace[] {
  return [...new Map(places.map((place) => [place.executionId, place])).values()];
}
