import { INGEST_LIMITS } from '@svc/contract/limits';
import { cleanText, TEXT_LIMITS } from '@svc/contract/text';
import type { IngestBody } from '@svc/contract/ingest';
import { DistinctTitles } from './distinct-titles.ts';
import { fitText } from './fit-text.ts';
import type { Redact } from './redact.ts';
import { wordsIn } from './words-in.ts';

/**
 * The body as it may leave the machine: every text redacted, then cleaned and cut to the contract's
 * limits; lists, numbers and dates brought inside what the server accepts, so that one odd test never
 * costs the whole run. What identifies something (version, keys and digests, statuses) stays as it
 * is. Shares with the given body what needs no change, and changes nothing in it. A run that comes in
 * several bodies has one `run`.
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

/** The files and results of a body alone. */
export function fitItems(
  { execution, files, results }: Pick<IngestBody, 'files' | 'results'> & { execution: ShardFacts },
  redact: Redact,
  run: FittedRun,
): Pick<IngestBody, 'files' | 'results'> {
  // Shards may split a file, and would number otherwise than the report that is merged from them.
  const isWhole = execution.shard === undefined && execution.merged !== true;
  const fit = <Part extends object>(part: Part): Part =>
    fitFields(part, { redact, left: ITEM_TEXT_BYTES, run });
  return {
    files: files?.map(fit),
    results: results.map((result) => {
      const fitted = fit(result);
      return isWhole ? run.titles.distinct(fitted, result) : fitted;
    }),
  };
}

type ShardFacts = Pick<IngestBody['execution'], 'shard' | 'merged'>;

// All texts of one result or file together. JSON may write six bytes for one, and a request must hold it.
const ITEM_TEXT_BYTES = 8 * 1024 * 1024;
// Every request of a split body repeats the execution.
const EXECUTION_TEXT_BYTES = 1024 * 1024;
// For each text beyond that, so that names and titles stay.
const LEAST_TEXT_BYTES = 1024;
// All output of a run: more could not be kept within the budget when the server is away. Beyond it
// each stdout and stderr still has the end that says why.
const RUN_OUTPUT_BYTES = 64 * 1024 * 1024;
const LEAST_OUTPUT_BYTES = 16 * 1024;

/** What the bodies of one run share. */
export class FittedRun {
  readonly titles = new DistinctTitles();
  /** Bytes of output that the run may still take. */
  outputLeft = RUN_OUTPUT_BYTES;
}

interface Fitting {
  redact: Redact;
  /** Bytes of text that this part of the body may still take. */
  left: number;
  run: FittedRun;
}

/**
 * The container itself where nothing in it changes: of ten thousand results hardly one does. It runs
 * for every field of every result, so neither this nor `fitEntries` makes lists or iterators on the way.
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
// Words of the contract, ids and digests: masked, they would be refused or mean something else.
const PLAIN_FIELDS = new Set(['status', 'kind', 'clientId', 'sha256', 'partial']);

// What identifies something. A local password that is a common word must not blot out a project.
const NAME_FIELDS = new Set(
  wordsIn(`
  key project framework name leg variant file contentType branch baseBranch repository
  provider runId workflow job
`),
);

// Characters, where the contract refuses longer texts instead of cutting them.
const CHARACTER_LIMITS: Record<string, number> = {
  key: 1_000,
  project: 200,
  framework: 200,
  tags: 200,
  leg: INGEST_LIMITS.legLength,
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
  const most = isOutput ? mostOutput(fitting) : TEXT_LIMITS.textBytes;
  const maxBytes = Math.min(most, Math.max(LEAST_TEXT_BYTES, fitting.left));
  const redact: Redact = isName ? (part) => fitting.redact(part, { isName }) : fitting.redact;
  const fitted = fitText(text, redact, { maxBytes, keep: isOutput ? 'ends' : 'head' });
  fitting.left -= fitted.length;
  if (isOutput) fitting.run.outputLeft -= fitted.length;
  return fitted;
}

function mostOutput({ run }: Fitting): number {
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
  // The last attempt decides, and the last part of a title is the test's own.
  return [...list.slice(0, most - 1), ...list.slice(-1)];
}

function isThisCentury(text: string): boolean {
  return /^20\d\d-/.test(text);
}
