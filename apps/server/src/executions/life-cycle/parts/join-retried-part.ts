import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { TransactionScope } from '../../../db/scope.ts';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { deriveJoinedPartId, type PartIdentity } from './part-identity.ts';
import { deleteReplacedResults, deleteSupersededFiles } from './dropped-results.queries.ts';
import { joinResults } from './joined-results.queries.ts';
import {
  hasFailed,
  joinParts,
  notePartsPassed,
  pairResults,
  listPartsOfPlace,
  type PairedResult,
  type PairedResults,
  type ResultPair,
} from './retried-parts.queries.ts';

/** A complete part that just arrived. Its results and files are stored. */
export interface ArrivedPart extends PartIdentity {
  executionId: string;
  week: string;
  /** Start by the sender's clock, unless that clock is ahead of the server's. */
  beganAt: Date;
  /** It ran some of the tests only. */
  isPartial: boolean;
  /** Some part of the execution was cut off. */
  wasInterrupted: boolean;
}

/**
 * Joins a part with the one before it, if it is the second try of the same job in the same CI run and attempt: GitLab's
 * `retry:`, or a step that runs its command again. True if it is.
 *
 * Two parts are tries of one job when
 * - both are of the same leg, environment, shard and, without shards, job, and of one step. If neither says its step,
 *   both name a leg or a job;
 * - the later one began after the earlier one had arrived complete. Legs run at the same time;
 * - at least half of the tests of the smaller one are in both. Other packages have other tests;
 * - the earlier one did not pass;
 * - no third part is in this place. Three tries are joined one after the other.
 *
 * The later one is the result and the earlier one its failed try: a test that failed in the earlier one and passed in
 * the later one is flaky. A test that failed in the earlier one and did not run in the later one stays a failure.
 */
export async function joinRetriedPart(
  scope: TransactionScope,
  part: ArrivedPart,
): Promise<boolean> {
  if (part.jobId === null) return false;
  const places = await listPartsOfPlace(scope, part);
  const later = places.find(({ partId }) => partId === part.partId);
  const [earlier, third] = places.filter((one) => one !== later);
  if (later === undefined || earlier === undefined || third !== undefined) return false;
  if (earlier.passed || earlier.open || earlier.receivedAt > part.beganAt) return false;
  const place = { executionId: part.executionId, week: part.week };
  const paired = await pairResults(scope, place, { earlier, later });
  if (!areSameTests(paired)) return false;
  const isSuperseded =
    part.wasInterrupted || !(await hasFailed(scope, place, earlier))
      ? !part.isPartial && hasRunAgain(paired)
      : true;
  await joinPairs(scope, place, paired.pairs);
  await deleteSupersededFiles(scope, place, { earlier, later });
  const both = { uploadIds: [...earlier.uploadIds, ...later.uploadIds] };
  if (later.passed && isSuperseded && !(await hasFailed(scope, place, both))) {
    await notePartsPassed(scope, place, both);
  }
  await joinParts(scope, place, {
    ...both,
    partId: deriveJoinedPartId(earlier.partId, later.partId),
  });
  return true;
}

/**
 * Whether every test of the earlier try ended again. A try that was cut off, or that failed without a failed test, such
 * as by a coverage threshold, is only over then.
 */
function hasRunAgain({ pairs, earlierTests }: PairedResults): boolean {
  const again = pairs.filter(
    ({ earlier, later }) =>
      ENDED.has(later.status) || (earlier.status === 'skipped' && later.status === 'skipped'),
  );
  return again.length === earlierTests;
}

function areSameTests({ pairs, earlierTests, laterTests }: PairedResults): boolean {
  return pairs.length > 0 && pairs.length * 2 >= Math.min(earlierTests, laterTests);
}

async function joinPairs(
  scope: TransactionScope,
  place: { executionId: string; week: string },
  pairs: readonly PairedResult[],
): Promise<void> {
  const single = pairs.filter((pair) => pair.isSingle);
  const byFate = Map.groupBy(single, decideFate);
  await joinResults(scope, place, byFate.get('joined') ?? []);
  await deleteReplacedResults(scope, place, [
    ...(byFate.get('earlier') ?? []),
    ...(byFate.get('later') ?? []).map(swapPair),
  ]);
}

/** Decides whether a test's two results are joined, one of them stays alone, or both stay. */
function decideFate({ earlier, later }: PairedResult): 'joined' | 'earlier' | 'later' | 'both' {
  if (ENDED.has(earlier.status) && ENDED.has(later.status)) {
    return isFailure(earlier.status) || isFailing(later) ? 'joined' : 'earlier';
  }
  if (later.status === 'skipped') return mayPass(earlier) ? 'earlier' : 'both';
  return ENDED.has(later.status) ? 'later' : 'both';
}

const ENDED: ReadonlySet<ResultStatus> = new Set(['passed', 'failed', 'timedOut']);
const mayPass = ({ status }: PairedResult['earlier']): boolean =>
  status === 'passed' || status === 'skipped';
const isFailing = ({ status, flaky }: PairedResult['earlier']): boolean =>
  isFailure(status) || flaky;

function swapPair({ earlierId, laterId }: ResultPair): ResultPair {
  return { earlierId: laterId, laterId: earlierId };
}
