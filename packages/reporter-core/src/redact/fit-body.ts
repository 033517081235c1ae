import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import { cleanText, TEXT_LIMITS } from '@svc/contract/zod-free/text';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { DistinctTitles } from './distinct-titles.ts';
import { fitText } from './fit-text.ts';
import type { Redact } from './redact.ts';
import { splitWords } from './secret-names.ts';

/**
 * Prepares a body for sending: redacts every text, then cleans and cuts it to the contract's limits. Also cuts
 * lists, numbers and dates to the accepted range, so that one odd test does not make the server reject the whole
 * run. Identifiers (version, keys, digests, statuses) stay unchanged. Does not modify the given body, and shares
 * unchanged parts with it. All bodies of one run must share one `run`.
 */
export function fitBody(body: IngestBody, redact: Redact, run = new FittedRun()): IngestBody {
  return {
    version: 1,
    idempotencyKey: body.idempotencyKey,
    runId: body.runId,
    execution: fitFields(body.execution, { redact, left: EXECUTION_TEXT_BYTES, run }),
    ...fitItems(body, redact, run),
  };
}

/** Prepares only the files and results of a body. */
export function fitItems(
  { execution, files, results }: Pick<IngestBody, 'files' | 'results'> & { execution: ShardFacts },
  redact: Redact,
  run: FittedRun,
): Pick<IngestBody, 'files' | 'results'> {
  // Shards can split a file, so their numbers would differ from those in the merged report.
  const isWhole = execution.shard === undefined && execution.merged !== true;
  const fit = <Part extends object>(part: Part): Part =>
    fitFields(part, { redact, left: ITEM_TEXT_BYTES, run });
  return {
    files: files?.map(fit),
    results: results.map((result) => {
      const fitted = fit(result);
      return isWhole ? run.titles.makeDistinct(fitted, result) : fitted;
    }),
  };
}

type ShardFacts = Pick<IngestBody['execution'], 'shard' | 'merged'>;

// Limit for all texts of one result or file. JSON can need six bytes for one byte, and the result must fit into a
// request.
const ITEM_TEXT_BYTES = 8 * 1024 * 1024;
// Every request of a split body repeats the execution.
const EXECUTION_TEXT_BYTES = 1024 * 1024;
// Each text beyond the limit keeps this much, so that names and titles survive.
const LEAST_TEXT_BYTES = 1024;
// Limit for all output of a run. The spool could not save more within the budget when the server is down. Beyond
// the limit, each stdout and stderr keeps its end, which contains the failure.
const RUN_OUTPUT_BYTES = 64 * 1024 * 1024;
const LEAST_OUTPUT_BYTES = 16 * 1024;

/** State that the bodies of one run share. */
export class FittedRun {
  readonly titles = new DistinctTitles();
  /** Bytes of output that the run may still send. */
  outputLeft = RUN_OUTPUT_BYTES;
}

interface Fitting {
  redact: Redact;
  /** Bytes of text that this part of the body may still contain. */
  left: number;
  run: FittedRun;
}

/**
 * Returns the container itself if nothing in it changes, as in almost all of ten thousand results. This function
 * runs for every field of every result, so neither it nor `fitEntries` allocates lists or iterators.
 */
function fitFields<Container extends object>(container: Container, fitting: Fitting): Container {
  let fitted: Container | undefined;
  for (const name in container) {
    const value: unknown = Reflect.get(container, name);
    const fittedValue = fitValue(value, name, fitting);
    if (fittedValue === value) continue;
    fitted ??= { ...container };
    Reflect.set(fitted, name, fittedValue);
  }
  return fitted ?? container;
}

function fitValue(value: unknown, name: string, fitting: Fitting): unknown {
  if (typeof value === 'string') return fitString(value, name, fitting);
  if (typeof value === 'number') return fitNumber(value, name);
  if (Array.isArray(value)) return fitEntries(fitList(value, name), name, fitting);
  return typeof value === 'object' && value !== null ? fitFields(value, fitting) : value;
}

function fitEntries(list: unknown[], name: string, fitting: Fitting): unknown[] {
  let fitted: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const entry = list[index];
    const fittedEntry = fitValue(entry, name, fitting) ?? null;
    if (fittedEntry === entry) continue;
    fitted ??= [...list];
    fitted[index] = fittedEntry;
  }
  return fitted ?? list;
}

const OUTPUT_FIELDS = new Set(['stdout', 'stderr']);
// Enum values of the contract, ids and digests. Masked values would be invalid or ambiguous.
const PLAIN_FIELDS = new Set(['status', 'kind', 'clientId', 'sha256', 'partial']);

// Names. A weak local password must not mask a project name that is the same word.
const NAME_FIELDS = new Set(
  splitWords(`
  key project framework name leg variant file contentType branch baseBranch repository
  provider runId workflow job step
`),
);

// Limits in characters. The contract rejects longer texts instead of cutting them.
const CHARACTER_LIMITS: Record<string, number> = {
  key: 1_000,
  project: 200,
  framework: 200,
  tags: 200,
  leg: INGEST_LIMITS.legLength,
  step: 200,
  contentType: 200,
};

const LIST_LIMITS: Record<string, number> = {
  titlePath: INGEST_LIMITS.titleParts,
  attempts: INGEST_LIMITS.attempts,
  errors: INGEST_LIMITS.errors,
  steps: INGEST_LIMITS.stepsPerAttempt,
  tags: INGEST_LIMITS.tags,
  annotations: INGEST_LIMITS.annotations,
  artifacts: INGEST_LIMITS.artifacts,
};

const LARGEST_INTEGER = 2_147_483_647;

function fitString(text: string, name: string, fitting: Fitting): string | undefined {
  if (PLAIN_FIELDS.has(name)) return text;
  if (name === 'startedAt') return isThisCentury(text) ? text : undefined;
  const characters = CHARACTER_LIMITS[name];
  const isName = NAME_FIELDS.has(name);
  if (characters !== undefined) {
    return cleanText(fitting.redact(text, { isName })).slice(0, characters);
  }
  const isOutput = OUTPUT_FIELDS.has(name);
  const most = isOutput ? computeMostOutput(fitting) : TEXT_LIMITS.textBytes;
  const maxBytes = Math.min(most, Math.max(LEAST_TEXT_BYTES, fitting.left));
  const redact: Redact = isName ? (part) => fitting.redact(part, { isName }) : fitting.redact;
  const fitted = fitText(text, redact, { maxBytes, keep: isOutput ? 'ends' : 'head' });
  fitting.left -= fitted.length;
  if (isOutput) fitting.run.outputLeft -= fitted.length;
  return fitted;
}

function computeMostOutput({ run }: Fitting): number {
  return Math.min(TEXT_LIMITS.outputBytes, Math.max(LEAST_OUTPUT_BYTES, run.outputLeft));
}

function fitNumber(value: number, name: string): number | undefined {
  if (!Number.isFinite(value)) return name === 'durationMs' ? 0 : undefined;
  const most = name === 'sizeBytes' ? Number.MAX_SAFE_INTEGER : LARGEST_INTEGER;
  return Math.min(most, Math.max(0, Math.round(value)));
}

function fitList(list: unknown[], name: string): unknown[] {
  const most = LIST_LIMITS[name];
  if (most === undefined || list.length <= most) return list;
  // Keeps the last entry: the last attempt decides, and the last title is the test's own.
  return [...list.slice(0, most - 1), ...list.slice(-1)];
}

function isThisCentury(text: string): boolean {
  return /^20\d\d-/.test(text);
}
