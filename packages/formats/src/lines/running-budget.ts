import { ReportError } from '../report-error.ts';

/** Memory budget of all tests, and packages of tests, that run at the same time. */
export class RunningBudget {
  #tests = 0;
  #characters = 0;

  /** @throws ReportError for more tests at the same time than any machine runs. */
  begin(): void {
    if (++this.#tests > MOST_TESTS) {
      throw new ReportError(`more than ${MOST_TESTS} tests begin and do not end`);
    }
  }

  /** The part of the text that fits. */
  keep(text: string): string {
    const kept = text.slice(0, Math.max(0, MOST_CHARACTERS - this.#characters));
    this.#characters += kept.length;
    return kept;
  }

  end(characters: number): void {
    this.#tests--;
    this.#characters -= characters;
  }
}

const MOST_TESTS = 100_000;
const MOST_CHARACTERS = 32 * 1024 * 1024;
