import type { TestTruth } from '@svc/seed/truth';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { MainCommits } from './main-commits.ts';
import { isInfrastructure } from './evidence.ts';
import type { ReportedExecution } from './reported-history.ts';

/** A test that is broken in truth, and failed in its newest runs on main. */
export interface BrokenRow {
  testId: string;
  test: TestTruth;
  /** How many of its runs on main failed in a row; outages, which say nothing, aside. */
  length: number;
  /** The commit that broke it. */
  brokenBy: string;
  /** No run on main failed before the row. */
  isFirst: boolean;
}

/** Follows the tests of all projects from execution to execution. */
export class BrokenRows {
  readonly #commits: MainCommits;
  readonly #lengths = new Map<string, number>();
  readonly #mended = new Set<string>();

  constructor(commits: MainCommits) {
    this.#commits = commits;
  }

  /** The broken tests that failed in this execution; none of another branch or of an outage. */
  after(execution: ReportedExecution): BrokenRow[] {
    if (execution.truth.branch !== 'main' || isInfrastructure(execution)) return [];
    return [...execution.runs.values()].flatMap((run) => {
      const { testId, test } = run;
      const before = this.#lengths.get(testId) ?? 0;
      if (run.status === 'passed') {
        if (before > 0) this.#mended.add(testId);
        this.#lengths.delete(testId);
      }
      if (!isFailure(run.status)) return [];
      this.#lengths.set(testId, before + 1);
      const brokenBy = this.#commits.brokenSince(test, execution.truth.commit);
      if (brokenBy === null) return [];
      const isFirst = !this.#mended.has(testId);
      return [{ testId, test, length: before + 1, brokenBy, isFirst }];
    });
  }
}
