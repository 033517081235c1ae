import type { IngestResult } from '@svc/contract/executions/ingest';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { joinAttempts } from './joined-attempts.ts';
import type { BatchCollector } from './report-batch.ts';

/**
 * Holds failed results until the end of the report, because tools report a retry as another test of the same name.
 * A test becomes an attempt of the held one only in a later `round`: names may also repeat in one round, for another
 * reason.
 */
export class HeldFailures {
  readonly #into: BatchCollector;
  readonly #held = new Map<string, { result: IngestResult; round: number }>();
  #characters = 0;

  constructor(into: BatchCollector) {
    this.#into = into;
  }

  add(result: IngestResult, round: number): void {
    const key = [result.variant ?? '', result.file, ...result.titlePath].join('\0');
    const before = this.#held.get(key);
    const isRetry = before !== undefined && before.round < round && result.status !== 'skipped';
    if (before !== undefined) {
      this.#held.delete(key);
      if (!isRetry) this.#into.add(before.result);
    }
    const whole = isRetry ? joinAttempts(before.result, result) : result;
    if (!isFailure(whole.status)) {
      this.#into.add(whole);
      return;
    }
    this.#held.set(key, { result: whole, round });
    this.#characters += countCharacters(result);
    if (this.#held.size > MOST_HELD || this.#characters > MOST_CHARACTERS) this.release();
  }

  release(): void {
    for (const { result } of this.#held.values()) this.#into.add(result);
    this.#held.clear();
    this.#characters = 0;
  }
}

// A retry of more failures is not recognized; they stay results of one name.
const MOST_HELD = 10_000;
const MOST_CHARACTERS = 32 * 1024 * 1024;

/** How much of the memory its texts take. */
export function countCharacters({ attempts = [] }: IngestResult): number {
  const texts = attempts.flatMap(({ stdout = '', stderr = '', errors = [] }) => [
    stdout,
    stderr,
    ...errors.flatMap(({ message, stack = '' }) => [message, stack]),
  ]);
  return texts.reduce((sum, text) => sum + text.length, 0);
}
