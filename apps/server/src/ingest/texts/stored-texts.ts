import { hash } from 'node:crypto';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import type { Location, Step, TestError } from '@svc/contract/executions/test-errors';
import { cleanText, cutText as cutTo, TEXT_LIMITS } from '@svc/contract/zod-free/text';
import { countJsonBytes, cutListToBytes } from './text-limits.ts';

/** Collects the long texts of one upload, each once, under an id that equal texts share. */
export class TextPool {
  readonly #bodies = new Map<string, string>();

  /** The text's id: the first 16 bytes of its SHA-256 as hex; null for no text. */
  add(body: string | null): string | null {
    if (body === null || body === '') return null;
    const id = hash('sha256', body, 'hex').slice(0, 32);
    this.#bodies.set(id, body);
    return id;
  }

  /**
   * Returns the collected texts and empties the pool. Sorted by id, so that two inserts of such lists cannot
   * deadlock.
   */
  drain(): { ids: string[]; bodies: string[] } {
    const sorted = [...this.#bodies].toSorted(([a], [b]) => (a < b ? -1 : 1));
    this.#bodies.clear();
    return { ids: sorted.map(([id]) => id), bodies: sorted.map(([, body]) => body) };
  }
}

/** Errors in the stored form, which answers also use. */
export interface StoredErrors {
  list: readonly TestError[];
  /** Null for none. */
  json: string | null;
}

/**
 * Cleans every text and cuts it to its limit. Keeps the first errors that fit, and the very first regardless of size;
 * the last entry has the number of omitted ones.
 */
export function toStoredErrors(errors: readonly TestError[] | undefined): StoredErrors {
  if (errors === undefined || errors.length === 0) return { list: [], json: null };
  const list = errors.map(cutError);
  const json = JSON.stringify(list);
  if (json.length * 3 <= INGEST_LIMITS.errorsBytes) return { list, json };
  const [first, ...more] = list as [TestError, ...TestError[]];
  const kept = [first, ...cutListToBytes(more, INGEST_LIMITS.errorsBytes - countJsonBytes(first))];
  if (kept.length === list.length) return { list, json };
  const marked = [...kept, { message: formatCutMarker(list.length - kept.length, 'errors') }];
  return { list: marked, json: JSON.stringify(marked) };
}

/** Steps in the same form. If all steps together are too large, only the outermost are kept. */
export function toStoredSteps(steps: readonly Step[] | undefined): string | null {
  if (steps === undefined || steps.length === 0) return null;
  const cut = steps.map(cutStep);
  const json = JSON.stringify(cut);
  if (json.length * 3 <= INGEST_LIMITS.stepsBytes) return json;
  if (Buffer.byteLength(json) <= INGEST_LIMITS.stepsBytes) return json;
  const outer = cut.map((step) => ({ ...step, steps: undefined }));
  const kept = cutListToBytes(outer, INGEST_LIMITS.stepsBytes);
  const title = formatCutMarker(countSteps(cut) - kept.length, 'steps');
  return JSON.stringify([...kept, { title, durationMs: 0 }]);
}

function countSteps(steps: readonly Step[]): number {
  return steps.reduce((count, step) => count + 1 + countSteps(step.steps ?? []), 0);
}

function formatCutMarker(count: number, what: string): string {
  return `… [${count} ${what} cut by svc] …`;
}

/** Removes characters that cannot be stored, and cuts to the limit of all texts. */
export function cutText(text: string): string {
  return cutTo(cleanText(text), TEXT_LIMITS.textBytes);
}

/** Cuts output, keeping its beginning and a longer part of its end. */
export function cutOutput(text: string | undefined): string | null {
  return text === undefined ? null : cutTo(cleanText(text), TEXT_LIMITS.outputBytes, 'ends');
}

/** One error, with every text cleaned and within its limit. */
export function cutError(error: TestError): TestError {
  return {
    message: cutText(error.message),
    ...mapOptional('stack', error.stack, cutText),
    ...mapOptional('diff', error.diff, cutText),
    ...mapOptional('expected', error.expected, cutText),
    ...mapOptional('actual', error.actual, cutText),
    ...mapOptional('snippet', error.snippet, cutText),
    ...mapOptional('location', error.location, cutLocation),
    ...mapOptional('cause', error.cause, cutError),
  };
}

function cutStep(step: Step): Step {
  return {
    title: cutText(step.title),
    ...mapOptional('category', step.category, cutText),
    durationMs: step.durationMs,
    ...mapOptional('startedAt', step.startedAt, (at) => new Date(at).toISOString()),
    ...mapOptional('location', step.location, cutLocation),
    ...mapOptional('error', step.error, cutError),
    ...mapOptional('steps', step.steps, (steps) => steps.map(cutStep)),
  };
}

function cutLocation(location: Location): Location {
  return { ...location, file: cutText(location.file) };
}

function mapOptional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
  cut: (value: Value) => Value,
): { [name in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: cut(value) } as { [name in Key]?: Value });
}
