import { buildReadAddress } from '../artifacts/index.ts';
import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { listArtifacts } from './artifacts.queries.ts';
import type { Bound, BoundedRows } from '../history/bounded-rows.queries.ts';
import {
  toArtifact,
  serializeAttempt,
  serializeFile,
  toOnlyAttempt,
  toResultHead,
} from './execution-answers.ts';
import type { OpenExecution } from './executions.service.ts';
import { listFiles } from './files.queries.ts';
import { PieceBuffer } from './piece-buffer.ts';
import { readAttemptChunks, readResultChunks, type ResultChunk } from './read-results.ts';

/** The limits of an answer that is not streamed. */
export const SMALL_ANSWER: Bound = { limit: 1_000, maxBytes: 1024 * 1024 };
/** The limits of one read of a stream. */
export const LARGE_PIECES: Bound = { limit: 2_000, maxBytes: 4 * 1024 * 1024 };

/**
 * Yields one execution with everything that belongs to it, as JSON in pieces. Holds at most one chunk of results
 * without texts, one chunk of attempts with texts, and one piece in memory. The size of each is limited.
 */
export async function* streamExecutionJson(
  deps: Deps,
  scope: Scope,
  { opened: { head, place, status }, bound }: { opened: OpenExecution; bound: Bound },
): AsyncGenerator<Buffer, void> {
  const pieces = new PieceBuffer();
  pieces.add(`${JSON.stringify(head).slice(0, -1)},"files":[`);
  yield* streamList(pieces, {
    read: (after) => listFiles(scope, place, { after, ...bound }),
    textOf: serializeFile,
  });
  pieces.add('],"artifacts":[');
  let hasArtifacts = false;
  const { organizationId } = scope;
  const now = deps.clock.now();
  yield* streamList(pieces, {
    read: (after) => listArtifacts(scope, place, { after, ...bound }),
    textOf: (row) => {
      hasArtifacts = true;
      const { url } = buildReadAddress(deps.config, { organizationId, artifactId: row.id }, now);
      return JSON.stringify(toArtifact(row, url));
    },
  });
  pieces.add('],"results":[');
  let comma = '';
  for await (const chunk of readResultChunks(scope, place, {
    status,
    hasArtifacts,
    bound,
  })) {
    pieces.add(comma);
    comma = ',';
    const resultIds = chunk.rows.map(({ id }) => id);
    const attempts = readAttemptChunks(scope, place, { resultIds, bound });
    yield* streamResultsJson(pieces, chunk, attempts);
  }
  pieces.add(']}');
  yield pieces.take();
}

async function* streamList<Row extends { id: string }>(
  pieces: PieceBuffer,
  {
    read,
    textOf,
  }: { read: (after: string | null) => Promise<BoundedRows<Row>>; textOf: (row: Row) => string },
): AsyncGenerator<Buffer, void> {
  let after: string | null = null;
  for (;;) {
    const chunk: BoundedRows<Row> = await read(after);
    for (const row of chunk.rows) {
      pieces.add(after === null ? textOf(row) : `,${textOf(row)}`);
      after = row.id;
      if (pieces.isFull) yield pieces.take();
    }
    if (chunk.isLast) return;
  }
}

/** Results and attempts have the same order. A result without stored attempts had one with the facts of the result. */
async function* streamResultsJson(
  pieces: PieceBuffer,
  chunk: ResultChunk,
  attemptChunks: AsyncIterable<readonly Parameters<typeof serializeAttempt>[0][]>,
): AsyncGenerator<Buffer, void> {
  let at = 0;
  let open: string | null = null;
  const addHead = (): void => {
    const row = chunk.rows[at];
    if (row === undefined) return;
    const head = JSON.stringify(toResultHead(row, chunk)).slice(0, -1);
    pieces.add(`${at === 0 ? '' : ','}${head},"attempts":[`);
  };
  const addWithoutAttempts = (): void => {
    addHead();
    const row = chunk.rows[at++];
    if (row !== undefined) pieces.add(`${JSON.stringify(toOnlyAttempt(row))}]}`);
  };
  const close = (): void => {
    if (open === null) return;
    pieces.add(']}');
    open = null;
    at++;
  };
  for await (const attempts of attemptChunks) {
    for (const attempt of attempts) {
      if (open === attempt.resultId) pieces.add(',');
      else {
        close();
        while (at < chunk.rows.length && chunk.rows[at]?.id !== attempt.resultId)
          addWithoutAttempts();
        addHead();
        open = attempt.resultId;
      }
      pieces.add(serializeAttempt(attempt));
      if (pieces.isFull) yield pieces.take();
    }
  }
  close();
  while (at < chunk.rows.length) {
    addWithoutAttempts();
    if (pieces.isFull) yield pieces.take();
  }
}
