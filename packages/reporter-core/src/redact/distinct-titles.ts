import type { IngestResult } from '@svc/contract/ingest';

/**
 * Keeps tests two whose titles differ only in what may not leave the machine, as those of `test.each`
 * over addresses with passwords: the second is told as `connects to [redacted …] (2)`. Numbered in the
 * order of the run, since secrets are renewed and a test's name must not change with them.
 */
export class DistinctTitles {
  /** The titles as they were, each with its number, by what they are told as. */
  readonly #numbers = new Map<string, Map<string, number>>();

  /** `fitted` is the result as it may leave, with the same title path where nothing in it had to change. */
  distinct(fitted: IngestResult, { titlePath }: IngestResult): IngestResult {
    if (fitted.titlePath === titlePath) return fitted;
    const number = this.#numberOf(fitted, titlePath);
    if (number === 1) return fitted;
    const title = `${fitted.titlePath.at(-1)} (${number})`;
    return { ...fitted, titlePath: [...fitted.titlePath.slice(0, -1), title] };
  }

  #numberOf(
    { file, variant, titlePath }: IngestResult,
    original: IngestResult['titlePath'],
  ): number {
    const told = JSON.stringify([file, variant, titlePath]);
    const numbers = this.#numbers.get(told) ?? new Map<string, number>();
    this.#numbers.set(told, numbers);
    const key = JSON.stringify(original);
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  }
}
