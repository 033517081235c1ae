import type { IngestResult } from '@svc/contract/executions/ingest';

/**
 * Keeps tests distinct whose titles differ only in a secret, such as tests from `test.each` over URLs with
 * passwords. The second test becomes `connects to [redacted …] (2)`. The numbers follow the order of the run:
 * numbers derived from the secrets would rename a test when a secret changes.
 */
export class DistinctTitles {
  /** The number of each original title, by the redacted title. */
  readonly #numbers = new Map<string, Map<string, number>>();

  /** `fitted` is the redacted result. It has the same `titlePath` object if its titles did not change. */
  makeDistinct(fitted: IngestResult, { titlePath }: IngestResult): IngestResult {
    if (fitted.titlePath === titlePath) return fitted;
    const number = this.#chooseNumber(fitted, titlePath);
    if (number === 1) return fitted;
    const title = `${fitted.titlePath.at(-1)} (${number})`;
    return { ...fitted, titlePath: [...fitted.titlePath.slice(0, -1), title] };
  }

  #chooseNumber(
    { file, variant, titlePath }: IngestResult,
    original: IngestResult['titlePath'],
  ): number {
    const identity = JSON.stringify([file, variant, titlePath]);
    const numbers = this.#numbers.get(identity) ?? new Map<string, number>();
    this.#numbers.set(identity, numbers);
    const key = JSON.stringify(original);
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  }
}
