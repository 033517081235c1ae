import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IngestBody } from '@svc/contract/executions/ingest';
import {
  addCounts,
  countByStatus,
  NO_COUNTS,
  type Counts,
  buildFileRow,
  buildResultRow,
  type ResultRow,
  TextPool,
} from '@svc/server/upload-rows';
import type { CopyBatch } from './copy-batch.ts';
import type { CopyPlace } from './copy-tables.ts';

/** Ids of rows that are already stored. They are not copied again. Copied rows are added. */
export interface KnownRows {
  testIds: Set<string>;
  /** Ids of texts of the batch's week only. */
  textIds: Set<string>;
}

export interface CopyPart {
  project: string;
  place: CopyPlace;
  newId: () => string;
  known: KnownRows;
  batch: CopyBatch;
}

// Pausing after this many results lets the socket accept more rows, about 200 KB at a time, so that Postgres never
// waits for the next rows of the batch that is being written.
const RESULTS_AT_ONCE = 500;

/** Adds the rows of one upload to the batch, and counts its results. */
export async function addPart(
  { execution, results, files = [] }: IngestBody,
  part: CopyPart,
): Promise<Counts> {
  const { project, place, newId, batch } = part;
  const repository = execution.git?.repository ?? project;
  const texts = new TextPool();
  let counts = NO_COUNTS;
  for (let from = 0; from < results.length; from += RESULTS_AT_ONCE) {
    const some = results.slice(from, from + RESULTS_AT_ONCE);
    const rows = some.map((result) =>
      buildResultRow(result, { project, repository }, { newId, texts }),
    );
    addResults(rows, part);
    counts = addCounts(counts, countByStatus(rows));
    await nextTurn();
  }
  const fileRows = files.map((file) => ({ ...buildFileRow(file, texts), id: newId() }));
  batch.add('executionFiles', fileRows, place);
  batch.add('texts', takeNewTexts(texts, part.known), place);
  return counts;
}

function addResults(rows: ResultRow[], { place, known, batch }: CopyPart): void {
  const unknown = rows.filter(({ testId }) => !known.testIds.has(testId));
  for (const { testId } of unknown) known.testIds.add(testId);
  batch.add('tests', unknown, place);
  batch.add('results', rows, place);
  const attempts = rows.flatMap(({ id, attempts }) =>
    attempts.map((attempt) => ({ ...attempt, resultId: id })),
  );
  batch.add('attempts', attempts, place);
}

function takeNewTexts(texts: TextPool, { textIds }: KnownRows): { id: string; body: string }[] {
  const { ids, bodies } = texts.drain();
  const unknown = ids.flatMap((id, index) =>
    textIds.has(id) ? [] : [{ id, body: bodies[index] ?? '' }],
  );
  for (const { id } of unknown) textIds.add(id);
  return unknown;
}
