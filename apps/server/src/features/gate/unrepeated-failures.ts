import type { Scope } from '../../db/scope.ts';
import { MERGED_GROUP_ID } from '../../execution-life-cycle/parts/part-identity.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';
import {
  attemptPlaces,
  type AttemptPlace,
  ranAgain,
  ranKey,
  shardsThatRan,
} from './unrepeated-failures.queries.ts';

interface Place extends AttemptPlace {
  /** A test ran in it. */
  ran: boolean;
}

/**
 * Whether a job or shard that failed in an earlier attempt ran no test since. An attempt in which it ran no test, or to
 * which it does not belong, settles nothing, however many there are. A job whose environment changed has another place,
 * so one that is new since then and ran a test stands for it. A merged report stands for all places whose failed tests
 * it has, because the results of the parts that it merges may be stored with it.
 */
export async function lacksRepeat(
  scope: Scope,
  { id, previousAttemptId }: Pick<ExecutionRow, 'id' | 'previousAttemptId'>,
): Promise<boolean> {
  if (previousAttemptId === null) return false;
  const stored = await attemptPlaces(scope, id);
  const earliest = Math.max(...stored.map(({ back, passed }) => (passed ? 0 : back)));
  if (earliest <= 0) return false;
  const recent = stored.filter(({ back }) => back < earliest);
  const ran = await shardsThatRan(scope, attemptsOf(recent));
  const places = stored.map((place) => ({
    ...place,
    ran: place.shardIds.some((shardId) => ran.has(ranKey(place.executionId, shardId))),
  }));
  const unrepeated: Place[] = [];
  for (const place of places) {
    if (place.back > 0 && !place.passed && !(await isRepeated(scope, place, places)))
      unrepeated.push(place);
  }
  return unrepeated.some(isMerged) || !haveSuccessors(unrepeated, places);
}

async function isRepeated(scope: Scope, failed: Place, places: readonly Place[]): Promise<boolean> {
  const since = places.filter(({ back, ran }) => back < failed.back && ran);
  if (!isMerged(failed) && since.some(({ key }) => key === failed.key)) return true;
  if (since.length === 0 || (!isMerged(failed) && !since.some(isMerged))) return false;
  const stored = places.filter(
    (one) => one.executionId === failed.executionId && (one === failed || isMerged(one)),
  );
  const shardIds = stored.flatMap((one) => one.shardIds);
  return ranAgain(scope, { ...failed, shardIds }, attemptsOf(since));
}

/** Whether for each of these places, another place is new in a later attempt and ran a test. */
function haveSuccessors(failed: readonly Place[], places: readonly Place[]): boolean {
  const known = new Set<string>();
  return failed
    .toSorted((a, b) => a.back - b.back)
    .every(({ back }) => {
      const before = new Set(places.filter((one) => one.back >= back).map(({ key }) => key));
      const successor = places.find(
        (one) => one.ran && !isMerged(one) && !before.has(one.key) && !known.has(one.key),
      );
      if (successor === undefined) return false;
      known.add(successor.key);
      return true;
    });
}

function isMerged({ groupId }: AttemptPlace): boolean {
  return groupId === MERGED_GROUP_ID;
}

function attemptsOf(places: readonly AttemptPlace[]): AttemptPlace[] {
  return [...new Map(places.map((place) => [place.executionId, place])).values()];
}
