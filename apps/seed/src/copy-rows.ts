import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IngestBody } from '@svc/contract/ingest';
import { openExecutionOf, updateOf } from '@svc/server/ingest/execution-merge';
import { asOpened, type LockedExecution } from '@svc/server/ingest/execution-rows.queries';
import { addCounts, countOf, NO_COUNTS } from '@svc/server/ingest/execution-state';
import { fileRow, resultRow, type ResultRow } from '@svc/server/ingest/result-rows';
import { shardIdentity } from '@svc/server/ingest/shard-identity';
import { TextPool } from '@svc/server/ingest/stored-texts';
import type { CopyBatch } from './copy-batch.ts';
import type { CopyPlace } from './copy-tables.ts';
import type { GeneratedExecution } from './generate-history.ts';
import { randomOf, subKey } from './random.ts';
import { uuidSequence } from './uuid-sequence.ts';

/** What the rows of an execution need to know beside it. */
export interface CopyContext {
  organizationId: string;
  projectId: string;
  number: number;
  seed: number;
  /** Tests that have their row; those that get one are added. */
  knownTests: Set<string>;
  /** The same for the texts of the batch's week. */
  knownTexts: Set<string>;
}

// A socket takes about 200 KB at a time: so often it is asked for more, that Postgres never waits for the
// next rows of the batch that is under way.
const RESULTS_AT_ONCE = 500;
// Reporters upload when the run is over, and that takes a moment.
const UPLOAD_MS = 2_000;

/** Adds an execution's rows to the batch: what ingest would have stored, had it come when it was over. */
export async function addExecution(
  { truth, bodies }: GeneratedExecution,
  context: CopyContext,
  batch: CopyBatch,
): Promise<void> {
  const [first] = bodies;
  if (first === undefined) return;
  const random = randomOf(subKey(context.seed, 'ids', truth.project, truth.key));
  const startedAtMs = Date.parse(first.execution.startedAt);
  const newId = uuidSequence(startedAtMs, random);
  const executionId = newId();
  const { week } = batch;
  const opening = openExecutionOf(first.execution, {
    id: executionId,
    projectId: context.projectId,
    week,
    receivedAt: receivedAtOf(first),
  });
  let row = asOpened(opening);
  let update: ReturnType<typeof updateOf> | null = null;
  const texts = new TextPool();
  const { organizationId, projectId } = context;
  const place = { organizationId, projectId, executionId, week };
  for (const [index, body] of bodies.entries()) {
    const shard = shardIdentity(body.execution);
    const receivedAt = receivedAtOf(body).toISOString();
    const ofPart: CopyPlace = { ...place, shardId: shard.shardId, receivedAt };
    batch.add('executionShards', [shard], ofPart);
    let counts = NO_COUNTS;
    for (let from = 0; from < body.results.length; from += RESULTS_AT_ONCE) {
      const some = body.results.slice(from, from + RESULTS_AT_ONCE);
      const rows = some.map((result) => resultRow(result, truth.project, { newId, texts }));
      addResults(rows, ofPart, { context, batch });
      counts = addCounts(counts, countOf(rows));
      await nextTurn();
    }
    addFiles(body, ofPart, { newId, texts, batch });
    update = updateOf(row, {
      execution: body.execution,
      hasFileErrors: (body.files ?? []).some(({ errors = [] }) => errors.length > 0),
      counts,
      shards: { expected: shard.total ?? 1, received: index + 1 },
      mayRepeat: false,
    });
    row = afterUpdate(row, update);
  }
  const lastReceivedAt = receivedAtOf(bodies.at(-1) ?? first);
  const whole: CopyPlace = { ...place, shardId: '', receivedAt: lastReceivedAt.toISOString() };
  batch.add('texts', newTexts(texts, context), whole);
  if (update === null) return;
  const { number } = context;
  batch.add(
    'executions',
    [{ ...opening, ...update, executionId, number, updatedAt: lastReceivedAt }],
    whole,
  );
}

function addResults(
  rows: ResultRow[],
  place: CopyPlace,
  { context: { knownTests }, batch }: { context: CopyContext; batch: CopyBatch },
): void {
  const unknown = rows.filter(({ testId }) => !knownTests.has(testId));
  for (const { testId } of unknown) knownTests.add(testId);
  batch.add('tests', unknown, place);
  batch.add('results', rows, place);
  const attempts = rows.flatMap(({ id, attempts }) =>
    attempts.map((attempt) => ({ ...attempt, resultId: id })),
  );
  batch.add('attempts', attempts, place);
}

function newTexts(texts: TextPool, { knownTexts }: CopyContext): { id: string; body: string }[] {
  const { ids, bodies } = texts.drain();
  const unknown = ids.flatMap((id, index) =>
    knownTexts.has(id) ? [] : [{ id, body: bodies[index] ?? '' }],
  );
  for (const { id } of unknown) knownTexts.add(id);
  return unknown;
}

function addFiles(
  { files = [] }: IngestBody,
  place: CopyPlace,
  { newId, texts, batch }: { newId: () => string; texts: TextPool; batch: CopyBatch },
): void {
  const rows = files.map((file) => ({ ...fileRow(file, texts), id: newId() }));
  batch.add('executionFiles', rows, place);
}

function receivedAtOf({ execution }: IngestBody): Date {
  return new Date(Date.parse(execution.startedAt) + execution.durationMs + UPLOAD_MS);
}

/** What the next part of the execution finds. */
function afterUpdate(
  before: LockedExecution,
  update: ReturnType<typeof updateOf>,
): LockedExecution {
  const { git, ci, environment, errors, ...facts } = update;
  return {
    ...before,
    ...facts,
    errors: JSON.parse(errors) as LockedExecution['errors'],
    git: JSON.parse(git) as LockedExecution['git'],
    ci: JSON.parse(ci) as LockedExecution['ci'],
    environment: JSON.parse(environment) as LockedExecution['environment'],
  };
}
