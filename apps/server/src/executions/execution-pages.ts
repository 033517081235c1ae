import type {
  Artifact,
  ExecutionDetail,
  ExecutionFile,
  ExecutionPartQuery,
  FilesQuery,
  Result,
} from '@svc/contract/executions/executions';
import type { Page } from '@svc/contract/pages';
import { buildReadAddress } from '../artifacts/index.ts';
import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { decodeCursor, encodeCursor } from '../http/input/cursor.ts';
import { isUuid } from '../http/input/uuid.ts';
import { listArtifacts } from './artifacts.queries.ts';
import type { StoredAttempt } from './result-attempts.queries.ts';
import type { Bound, BoundedRows } from '../history/bounded-rows.queries.ts';
import {
  toArtifact,
  toAttempt,
  toExecutionFile,
  toOnlyAttempt,
  toResultHead,
} from './execution-answers.ts';
import type { OpenExecution } from './executions.service.ts';
import { listFiles } from './files.queries.ts';
import { readAttemptChunks, readResultChunk } from './read-results.ts';

// The limit per list of an answer over tRPC, which is built in memory.
const PAGE: Bound = { limit: 1_000, maxBytes: 2 * 1024 * 1024 };

/** Where a page begins, and how many entries it may have. */
export type PageWanted = Pick<ExecutionPartQuery, 'cursor' | 'limit'>;

/** One execution with the first page of each list; `next` has the cursors of the second pages. */
export async function readFirstPages(
  deps: Deps,
  scope: Scope,
  opened: OpenExecution,
): Promise<ExecutionDetail> {
  const files = await readFilesPage(scope, opened, {});
  const artifacts = await readArtifactsPage(deps, scope, opened);
  const results = await readResultsPage(scope, opened, {});
  const next = {
    files: files.nextCursor,
    artifacts: artifacts.nextCursor,
    results: results.nextCursor,
  };
  const isWhole = Object.values(next).every((cursor) => cursor === null);
  return {
    ...opened.head,
    files: files.items,
    artifacts: artifacts.items,
    results: results.items,
    ...(isWhole ? {} : { next }),
  };
}

/** @throws SvcError BAD_REQUEST for an invalid cursor; so do the other functions here. */
export async function readFilesPage(
  scope: Scope,
  { place }: OpenExecution,
  { file, ...wanted }: PageWanted & Pick<FilesQuery, 'file'>,
): Promise<Page<ExecutionFile>> {
  const read = await listFiles(scope, place, { ...parsePageWanted(wanted), file });
  return toPage(read, toExecutionFile);
}

export async function readArtifactsPage(
  deps: Deps,
  scope: Scope,
  { place, ...wanted }: Pick<OpenExecution, 'place'> & PageWanted,
): Promise<Page<Artifact>> {
  const { organizationId } = scope;
  const now = deps.clock.now();
  const read = await listArtifacts(scope, place, parsePageWanted(wanted));
  return toPage(read, (row) => {
    const { url } = buildReadAddress(deps.config, { organizationId, artifactId: row.id }, now);
    return toArtifact(row, url);
  });
}

/**
 * Reads as many results as fit with all their attempts. If the first result alone exceeds a page, its first attempts
 * and the number of attempts left out.
 */
export async function readResultsPage(
  scope: Scope,
  { place, status }: OpenExecution,
  wanted: PageWanted,
): Promise<Page<Result>> {
  const { after, ...bound } = parsePageWanted(wanted);
  const chunk = await readResultChunk(scope, place, {
    after,
    status,
    bound,
    hasArtifacts: true,
  });
  const resultIds = chunk.rows.map(({ id }) => id);
  const attempts: StoredAttempt[] = [];
  let bytes = 0;
  // Null once all are read.
  let cutAt: string | null = null;
  for await (const read of readAttemptChunks(scope, place, {
    resultIds,
    bound: { limit: 4 * PAGE.limit, maxBytes: PAGE.maxBytes },
  })) {
    attempts.push(...read);
    bytes = read.reduce((sum, attempt) => sum + attempt.bytes, bytes);
    if (bytes < PAGE.maxBytes) continue;
    cutAt = read.at(-1)?.resultId ?? null;
    break;
  }
  const attemptsOf = Map.groupBy(attempts, ({ resultId }) => resultId);
  const items: Result[] = [];
  for (const row of chunk.rows) {
    const own = attemptsOf.get(row.id) ?? [];
    const omitted = own.length === 0 ? 0 : row.retries + 1 - own.length;
    if (omitted > 0 && items.length > 0) break;
    items.push({
      ...toResultHead(row, chunk),
      attempts: own.length === 0 ? [toOnlyAttempt(row)] : own.map(toAttempt),
      ...(omitted > 0 ? { attemptsOmitted: omitted } : {}),
    });
    if (row.id === cutAt) break;
  }
  const isLast = chunk.isLast && items.length === chunk.rows.length;
  return { items, nextCursor: isLast ? null : encodeIdCursor(items.at(-1)?.id) };
}

function parsePageWanted({
  cursor,
  limit = PAGE.limit,
}: PageWanted): { after: string | null } & Bound {
  const after = cursor === undefined ? null : decodeCursor(cursor, isAfter).id;
  return { after, limit: Math.min(limit, PAGE.limit), maxBytes: PAGE.maxBytes };
}

function toPage<Row extends { id: string }, Item>(
  { rows, isLast }: BoundedRows<Row>,
  itemOf: (row: Row) => Item,
): Page<Item> {
  return { items: rows.map(itemOf), nextCursor: isLast ? null : encodeIdCursor(rows.at(-1)?.id) };
}

function encodeIdCursor(id: string | undefined): string | null {
  return id === undefined ? null : encodeCursor({ id });
}

function isAfter(value: unknown): value is { id: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { id } = value as { id?: unknown };
  return typeof id === 'string' && isUuid(id);
}
