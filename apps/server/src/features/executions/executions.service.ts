import type {
  Artifact,
  Execution,
  ExecutionFile,
  ExecutionQuery,
  ExecutionsQuery,
  Result,
} from '@svc/contract/executions';
import type { Page } from '@svc/contract/pages';
import type { TestError } from '@svc/contract/test-errors';
import { readAddress } from '../../artifacts/signed-address.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { executionOf } from '../../history/execution-answer.ts';
import { findExecution } from '../../history/execution-rows.queries.ts';
import { decodeCursor, encodeCursor } from '../../input/cursor.ts';
import { isUtcTime } from '../../input/utc-time.ts';
import { isUuid } from '../../input/uuid.ts';
import { windowOf } from '../../input/window.ts';
import { artifactOf, fileOf, resultOf } from './execution-answers.ts';
import { listExecutions, type After } from './executions.queries.ts';
import {
  listArtifacts,
  listAttempts,
  listFiles,
  listFingerprints,
  listResults,
  type ExecutionPlace,
  type StoredAttempt,
  type StoredResult,
} from './results.queries.ts';

interface Caller {
  organizationId: string;
}

/** One page of the organization's executions, newest first. @throws SvcError BAD_REQUEST for a window or cursor that is none. */
export async function pageOfExecutions(
  deps: Deps,
  { organizationId }: Caller,
  query: ExecutionsQuery,
): Promise<Page<Execution>> {
  const { limit, cursor, from, to, ...filters } = query;
  const rows = await listExecutions(deps.database, organizationId, {
    filter: { ...filters, ...windowOf({ from, to }, deps.clock.now()) },
    after: cursor === undefined ? null : decodeCursor(cursor, isAfter),
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined
      ? encodeCursor({ startedAt: last.startedAt.toISOString(), id: last.id })
      : null;
  return { items: items.map((row) => executionOf(row, deps.config.baseUrl)), nextCursor };
}

/** An execution with all that belongs to it; the results come in chunks, so that nobody need hold them all. */
export interface OpenExecution {
  execution: Execution;
  errors: TestError[];
  files: ExecutionFile[];
  artifacts: Artifact[];
  results: AsyncIterable<Result[]>;
}

/** @throws SvcError NOT_FOUND, the same for an execution of another organization as for none. */
export async function openExecution(
  deps: Deps,
  { organizationId }: Caller,
  { id, status }: ExecutionQuery,
): Promise<OpenExecution> {
  const row = isUuid(id)
    ? await findExecution(deps.database, organizationId, id.toLowerCase())
    : null;
  if (row === null) throw new SvcError('NOT_FOUND', `There is no execution '${id}'.`);
  const place = { organizationId, executionId: row.id, week: row.week };
  const [files, artifacts] = await Promise.all([
    listFiles(deps.database, place),
    listArtifacts(deps.database, place),
  ]);
  const now = deps.clock.now();
  const artifactAnswers = artifacts.map((artifact) => {
    const { url } = readAddress(deps.config, { organizationId, artifactId: artifact.id }, now);
    return artifactOf(artifact, url);
  });
  return {
    execution: executionOf(row, deps.config.baseUrl),
    errors: row.errors as TestError[],
    files: files.map(fileOf),
    artifacts: artifactAnswers,
    results: readResults(deps, place, { status: status ?? null, artifacts: artifactAnswers }),
  };
}

// One chunk is read, answered and forgotten before the next, with no transaction held open for a slow reader.
const CHUNK_RESULTS = 2_000;

async function* readResults(
  deps: Deps,
  place: ExecutionPlace,
  { status, artifacts }: { status: Result['status'][] | null; artifacts: Artifact[] },
): AsyncIterable<Result[]> {
  const artifactIds = Map.groupBy(artifacts, (artifact) => artifact.resultId);
  let after: string | null = null;
  for (;;) {
    const rows = await listResults(deps.database, place, { after, limit: CHUNK_RESULTS, status });
    const last = rows.at(-1);
    if (last === undefined) return;
    const [attempts, fingerprints] = await Promise.all([
      listAttempts(
        deps.database,
        place,
        rows.map((row) => row.id),
      ),
      listFingerprints(
        deps.database,
        place,
        rows.filter(mayHaveFingerprint).map((row) => row.id),
      ),
    ]);
    const attemptsOf = Map.groupBy(attempts, (attempt: StoredAttempt) => attempt.resultId);
    yield rows.map((row) =>
      resultOf(row, {
        attempts: attemptsOf.get(row.id) ?? [],
        artifactIds: (artifactIds.get(row.id) ?? []).map((artifact) => artifact.id),
        fingerprint: fingerprints.get(row.id) ?? null,
      }),
    );
    if (rows.length < CHUNK_RESULTS) return;
    after = last.id;
  }
}

function mayHaveFingerprint({ status, flaky }: StoredResult): boolean {
  return flaky || status === 'failed' || status === 'timedOut';
}

function isAfter(value: unknown): value is After {
  if (typeof value !== 'object' || value === null) return false;
  const { startedAt, id } = value as Partial<After>;
  return (
    typeof startedAt === 'string' && isUtcTime(startedAt) && typeof id === 'string' && isUuid(id)
  );
}
