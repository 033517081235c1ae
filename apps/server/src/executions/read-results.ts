import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { Scope } from '../db/scope.ts';
import { listArtifactIds } from './artifacts.queries.ts';
import { listAttempts, type StoredAttempt } from './result-attempts.queries.ts';
import type { Bound } from '../history/bounded-rows.queries.ts';
import { readResultClasses, type VerdictClass } from '../analyses/index.ts';
import { listParts, type Part } from './result-parts.queries.ts';
import {
  listFingerprints,
  listResults,
  type ExecutionPlace,
  type ResultFingerprints,
  type ResultsAfter,
  type StoredResult,
} from './results.queries.ts';

/** Some results with everything except their attempts. */
export interface ResultChunk {
  rows: StoredResult[];
  fingerprints: Map<string, ResultFingerprints>;
  verdicts: Map<string, VerdictClass>;
  artifactIds: Map<string, string[]>;
  parts: Map<string, Part>;
  /** Whether no more results follow. */
  isLast: boolean;
}

export interface ResultsWanted {
  status: ResultStatus[] | null;
  /** Whether the execution has artifacts. If not, the query for them is skipped. */
  hasArtifacts: boolean;
  bound: Bound;
}

/** Reads the results chunk by chunk, one at a time. Holds no transaction open for a slow reader. */
export async function* readResultChunks(
  scope: Scope,
  place: ExecutionPlace,
  wanted: ResultsWanted,
): AsyncGenerator<ResultChunk, void> {
  let after: string | null = null;
  for (;;) {
    const chunk = await readResultChunk(scope, place, { ...wanted, after });
    const last = chunk.rows.at(-1);
    if (last === undefined) return;
    yield chunk;
    if (chunk.isLast) return;
    after = last.id;
  }
}

/** The first chunk after `after`. */
export async function readResultChunk(
  scope: Scope,
  place: ExecutionPlace,
  { bound, hasArtifacts, ...wanted }: ResultsWanted & ResultsAfter,
): Promise<ResultChunk> {
  const read = await listResults(scope, place, { ...wanted, ...bound });
  const { rows, artifacts } = hasArtifacts
    ? await withArtifacts(scope, place, read.rows)
    : { rows: read.rows, artifacts: [] };
  const failing = rows.filter(mayHaveFingerprint).map(({ id }) => id);
  const byResult = Map.groupBy(artifacts, ({ resultId }) => resultId);
  return {
    rows,
    fingerprints: await listFingerprints(scope, place, failing),
    verdicts: await readResultClasses(scope, failing),
    artifactIds: new Map(
      [...byResult].map(([resultId, ids]) => [resultId, ids.map(({ id }) => id)]),
    ),
    parts: await listParts(scope, place, [...new Set(rows.map(({ uploadId }) => uploadId))]),
    isLast: read.isLast && rows.length === read.rows.length,
  };
}

// Each of 2,000 results may have 1,000 artifacts.
const MAX_ARTIFACT_IDS = 20_000;

/** The first of these results that together stay below the limit of artifacts, with the artifacts' ids. */
async function withArtifacts(
  scope: Scope,
  place: ExecutionPlace,
  all: StoredResult[],
): Promise<{ rows: StoredResult[]; artifacts: { id: string; resultId: string }[] }> {
  for (let rows = all; ; rows = rows.slice(0, Math.ceil(rows.length / 2))) {
    const resultIds = rows.map(({ id }) => id);
    const limit = MAX_ARTIFACT_IDS + 1;
    const artifacts = await listArtifactIds(scope, place, { resultIds, limit });
    if (artifacts.length < limit || rows.length === 1) return { rows, artifacts };
  }
}

function mayHaveFingerprint({ status, flaky }: StoredResult): boolean {
  return flaky || isFailure(status);
}

/** The attempts of these results, in their order, in chunks bounded by the bytes of their texts. */
export async function* readAttemptChunks(
  scope: Scope,
  place: ExecutionPlace,
  { resultIds, bound }: { resultIds: readonly string[]; bound: Bound },
): AsyncGenerator<StoredAttempt[], void> {
  let after: StoredAttempt | null = null;
  let { limit } = bound;
  for (;;) {
    const chunk = await listAttempts(scope, place, {
      resultIds,
      after,
      limit,
      maxBytes: bound.maxBytes,
    });
    const last: StoredAttempt | undefined = chunk.rows.at(-1);
    if (last === undefined) return;
    yield chunk.rows;
    if (chunk.isLast) return;
    after = last;
    // If texts are long, looking up many more attempts than fit is wasted.
    limit = Math.min(bound.limit, Math.max(16, 2 * chunk.rows.length));
  }
}
