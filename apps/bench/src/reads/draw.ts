import type { Catalogue, ListedExecution, ListedTest } from './catalogue.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Draws random parameters of requests. */
export class Draw {
  readonly catalogue: Catalogue;
  readonly #random: () => number;

  constructor(catalogue: Catalogue, random: () => number) {
    this.catalogue = catalogue;
    this.#random = random;
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('there is nothing to draw from');
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  pickExecution(): ListedExecution {
    return this.pick(this.catalogue.executions);
  }

  pickPullRequest(): { project: string; number: number } {
    return this.pick(
      this.catalogue.executions.flatMap(({ project, pullRequest }) =>
        pullRequest === null ? [] : [{ project, number: pullRequest }],
      ),
    );
  }

  pickWholeExecution(): ListedExecution {
    return this.pick(this.catalogue.executions.filter(({ isWhole }) => isWhole));
  }

  /** Two executions of one project, the earlier first. */
  pickWholePair(): { base: ListedExecution; head: ListedExecution } {
    const head = this.pickWholeExecution();
    const others = this.catalogue.executions.filter(
      (one) => one.isWhole && one.project === head.project && one.id !== head.id,
    );
    const base = this.pick(others);
    return base.startedAt < head.startedAt ? { base, head } : { base: head, head: base };
  }

  pickTest(): ListedTest {
    return this.pick(this.catalogue.tests);
  }

  /** The end of a window of `days` days within the newest `within` days of the history. */
  pickWindowEnd(within = 30): Date {
    return new Date(this.catalogue.newestAt.getTime() - this.#random() * within * DAY_MS);
  }

  /** The end of a window of 30 days in which the execution began. */
  pickWindowEndAround({ startedAt }: ListedExecution): Date {
    const latestMs = this.catalogue.newestAt.getTime() + 1;
    return new Date(
      Math.min(latestMs, startedAt.getTime() + 1 + Math.floor(this.#random() * 30) * DAY_MS),
    );
  }

  /** A word of the text, if possible of four letters or more. */
  pickWord(text: string): string {
    const words = text.match(/\p{L}{4,}/gu);
    return words === null ? text.slice(0, 20) : this.pick(words);
  }

  /** A project, or undefined for all. */
  pickProjectOrAll(): string | undefined {
    return this.pick([undefined, ...this.#listProjects()]);
  }

  project(): string {
    return this.pick(this.#listProjects());
  }

  #listProjects(): string[] {
    return [...new Set(this.catalogue.executions.map(({ project }) => project))];
  }
}
