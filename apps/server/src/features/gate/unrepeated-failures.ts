import type { Scope } from '../../db/scope.ts';
import { MERGED_GROUP_ID } from '../../execution-life-cycle/parts/part-identity.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';
import {
  attemptPlaces,
  type AttemptPlace,
  placesWithLostTests,
  ranKey,
  shardsThatRan,
} from './unrepeated-failures.queries.ts';

interface Place extends AttemptPlace {
  /** A test ran in it. */
  ran: boolean;
}

/**
 * The jobs and shards that failed in an earlier attempt and ran no test since. An attempt in which a place ran no test,
 * or to which it does not belong, settles nothing, however many there are. A job whose environment changed has another
 * place, so one that is new since then and ran a test stands for it. A merged report stands for all places whose failed
 * tests it has, because the results of the parts that it merges may be stored with it.
 */
export async function unrepeatedPlaces(
  scope: Scope,
  { id, previousAttemptId }: Pick<ExecutionRow, 'id' | 'previousAttemptId'>,
): Promise<AttemptPlace[]> {
  if (previousAttemptId === null) return [];
  const stored = await attemptPlaces(scope, id);
  const earliest = Math.max(...stored.map(({ back, passed }) => (passed ? 0 : back)));
  if (earliest <= 0) return [];
  const recent = stored.filter(({ back }) => back < earliest);
  const ran = await shardsThatRan(scope, attemptsOf(recent));
  const places = stored.map((place) => ({
    ...place,
    ran: place.shardIds.some((shardId) => ran.has(ranKey(place.executionId, shardId))),
  }));
  const failed = places
    .filter(({ back, passed }) => back > 0 && !passed)
    .map((place) => ({ place, repeat: repeatOf(place, places) }));
  const withMerged = failed.filter(({ repeat }) => repeat === 'if its tests ran');
  const lost = await placesWithLostTests(
    scope,
    withMerged.map(({ place }) => ({ ...place, place, shardIds: withMergedReport(place, places) })),
    attemptsOf(places.filter((place) => place.ran)),
  );
  const unrepeated = [
    ...failed.filter(({ repeat }) => repeat === 'none').map(({ place }) => place),
    ...lost.map(({ place }) => place),
  ];
  return unrepeated.some(isMerged) ? unrepeated : withoutSuccessors(unrepeated, places);
}

function repeatOf(failed: Place, places: readonly Place[]): 'ran' | 'none' | 'if its tests ran' {
  const since = places.filter(({ back, ran }) => back < failed.back && ran);
  if (!isMerged(failed) && since.some(({ key }) => key === failed.key)) return 'ran';
  if (since.length === 0 || (!isMerged(failed) && !since.some(isMerged))) return 'none';
  return 'if its tests ran';
}

/** The requests of a place and of the merged reports of its attempt: one of them has its results. */
function withMergedReport(place: Place, places: readonly Place[]): string[] {
  return places
    .filter((one) => one.executionId === place.executionId && (one === place || isMerged(one)))
    .flatMap((one) => one.shardIds);
}

/** Those of these places for which no other place is new in a later attempt and ran a test. */
function withoutSuccessors(failed: readonly Place[], places: readonly Place[]): Place[] {
  const known = new Set<string>();
  return failed
    .toSorted((a, b) => a.back - b.back)
    .filter(({ back }) => {
      const before = new Set(places.filter((one) => one.back >= back).map(({ key }) => key));
      const successor = places.find(
        (one) => one.ran && !isMerged(one) && !before.has(one.key) && !known.has(one.key),
      );
      if (successor !== undefined) known.add(successor.key);
      return successor === undefined;
    });
}

function isMerged({ groupId }: AttemptPlace): boolean {
  return groupId === MERGED_GROUP_ID;
}

function attemptsOf(places: readonly AttemptPlace[]): AttemptPlace[] {
  return [...new Map(places.map((place) => [place.executionId, place])).values()];
}
