import { dirname } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import type { IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import { createPathConverter } from '@svc/reporter-core/facts/repository-root';
import type { Command } from './command.ts';
import type { Blockers } from '../results/blockers.ts';
import { clock } from '@svc/reporter-core/clock';

interface Group {
  tests: TestCase[];
  open: Set<TestCase>;
}

/** The state of one run, collected by the hooks: references into Playwright's tree. */
export class RunRecord {
  readonly config: FullConfig;
  /** The root suite. It contains a suite for each project, which contains a suite for each file. */
  readonly suite: Suite;
  readonly command: Command;
  readonly startedAt = clock.now();
  readonly errors: TestError[] = [];
  /** Converts an absolute path to the sent form: POSIX, relative to the repository. */
  readonly sentPath: (path: string) => string;
  /** Attempts that have begun and not ended. Until they end, Playwright reports them as skipped. */
  readonly running = new Set<TestResult>();
  /** Results of tests that were translated before the run ended. */
  readonly results = new Map<TestCase, IngestResult>();
  /** The tests of a file in one project, with those that are not done. The key is any of these tests. */
  readonly #groups = new Map<TestCase, Group>();
  readonly #tests: number;
  #endedTests = 0;

  constructor(config: FullConfig, suite: Suite, command: Command) {
    this.config = config;
    this.suite = suite;
    this.command = command;
    const tests = suite.allTests();
    this.#tests = Math.max(1, tests.length);
    const groups = new Map<string, Group>();
    for (const test of tests) {
      // A path contains no NUL.
      const key = `${test.location.file}\0${test.parent.project()?.name}`;
      const group = groups.get(key) ?? { tests: [], open: new Set() };
      groups.set(key, group);
      group.tests.push(test);
      group.open.add(test);
      this.#groups.set(test, group);
    }
    this.sentPath = createPathConverter(this.directory);
  }

  /**
   * Returns all tests of a file when its last test has ended, otherwise none. Playwright repeats a serial group as
   * a whole, so a test in it is final only when all are. A file waits for the end of the run in three cases: tests
   * did not run, because the end may explain why; tests failed, because a surrounding group may be repeated; tests
   * have attachments, because these are read at the end.
   */
  endTest(test: TestCase): TestCase[] {
    const group = this.#groups.get(test);
    // A repeated test was counted before. Its file must not be sent twice.
    if (group === undefined || !isDone(test) || !group.open.delete(test)) return [];
    this.#endedTests++;
    return group.open.size > 0 || group.tests.some(mustWait) ? [] : group.tests;
  }

  /** Share of the run that has not ended yet, 1 to 0. */
  get shareLeft(): number {
    return Math.max(0, 1 - this.#endedTests / this.#tests);
  }

  /** The configuration in a merged report is from another machine. */
  get directory(): string {
    const { configFile } = this.config;
    return configFile === undefined || this.command.isMerging ? process.cwd() : dirname(configFile);
  }

  /** Whether tests were only listed, which editors do too. Such a run passes without running a test. */
  isListing({ status }: FullResult): boolean {
    const tests = this.suite.allTests();
    return status === 'passed' && tests.length > 0 && tests.every(hasNotBegun);
  }
}

function mustWait(test: TestCase): boolean {
  const hasAttachments = test.results.some(({ attachments }) => attachments.length > 0);
  return hasAttachments || test.outcome() === 'unexpected';
}

/** Whether the test has run or skipped itself, and Playwright will not retry it. */
function isDone(test: TestCase): boolean {
  const { results, retries, expectedStatus } = test;
  if (results.length === 0 || results.some(({ status }) => status === 'interrupted')) return false;
  const outcome = test.outcome();
  if (outcome === 'skipped') return expectedStatus === 'skipped';
  return outcome !== 'unexpected' || results.length > retries;
}

/** How the run ended: Playwright's status, or `left` if the process was terminated during the run. */
export type PlaywrightEnd = FullResult['status'] | 'left';

/** Common data for reading the tests of one run. */
export interface RunContext {
  record: RunRecord;
  end: PlaywrightEnd;
  /** Converts an absolute path to the sent form: POSIX, relative to the repository. */
  sentPath: (path: string) => string;
  blockers: Blockers;
}

/** Playwright calls no hook for such a test, and reports its outcome as skipped. */
export function hasNotBegun({ results }: TestCase): boolean {
  return results.length === 0;
}

/** The shard of Playwright's option `shard`. */
export function getOwnShard(shard: FullConfig['shard']): IngestExecution['shard'] {
  return shard === null ? undefined : { index: shard.current, total: shard.total };
}
