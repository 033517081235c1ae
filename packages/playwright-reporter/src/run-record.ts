import { dirname } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import type { IngestResult } from '@svc/contract/ingest';
import type { Command } from './command.ts';
import { pathsFrom } from '@svc/reporter-core/facts/repository-root';
import { hasNotBegun } from './has-not-begun.ts';

interface Group {
  tests: TestCase[];
  open: Set<TestCase>;
}

/** What the hooks of one run leave behind: references into Playwright's own tree. */
export class RunRecord {
  readonly config: FullConfig;
  /** The root: a suite for each project, in it one for each file. */
  readonly suite: Suite;
  readonly command: Command;
  readonly startedAt = new Date();
  readonly errors: TestError[] = [];
  /** Absolute to as it is sent: POSIX, relative to the repository. */
  readonly sentPath: (path: string) => string;
  /** Attempts that have begun and not ended. Playwright calls them skipped meanwhile. */
  readonly running = new Set<TestResult>();
  /** Results of tests that were translated before the run ended. */
  readonly results = new Map<TestCase, IngestResult>();
  /** The tests of a file in one project, by any of them, with those that are not done. */
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
      // A path holds no NUL.
      const key = `${test.location.file}\0${test.parent.project()?.name}`;
      const group = groups.get(key) ?? { tests: [], open: new Set() };
      groups.set(key, group);
      group.tests.push(test);
      group.open.add(test);
      this.#groups.set(test, group);
    }
    this.sentPath = pathsFrom(this.directory);
  }

  /**
   * Returns all tests of a file when its last test has ended, else none. Playwright repeats a serial group as a
   * whole, so no test of it is final before all are. A file waits for the end of the run if tests
   * did not run, because the end may have the reason, if tests failed, because a surrounding group may be run
   * again, and if tests have attachments, which are read at the end.
   */
  endTest(test: TestCase): TestCase[] {
    const group = this.#groups.get(test);
    // A test that is run again was counted before, and its file must not be sent twice.
    if (group === undefined || !isDone(test) || !group.open.delete(test)) return [];
    this.#endedTests++;
    return group.open.size > 0 || group.tests.some(mustWait) ? [] : group.tests;
  }

  /** How much of the run is still to come, from 1 to 0. */
  get shareLeft(): number {
    return Math.max(0, 1 - this.#endedTests / this.#tests);
  }

  /** A merged report names the configuration of another machine. */
  get directory(): string {
    const { configFile } = this.config;
    return configFile === undefined || this.command.isMerging ? process.cwd() : dirname(configFile);
  }

  /** Whether tests were only listed, as editors ask for too: it looks like a green run in which none began. */
  isListing({ status }: FullResult): boolean {
    const tests = this.suite.allTests();
    return status === 'passed' && tests.length > 0 && tests.every(hasNotBegun);
  }
}

function mustWait(test: TestCase): boolean {
  const hasAttachments = test.results.some(({ attachments }) => attachments.length > 0);
  return hasAttachments || test.outcome() === 'unexpected';
}

/** Whether the test has run, or was skipped as it says itself, and Playwright will not try it again. */
function isDone(test: TestCase): boolean {
  const { results, retries, expectedStatus } = test;
  if (results.length === 0 || results.some(({ status }) => status === 'interrupted')) return false;
  const outcome = test.outcome();
  if (outcome === 'skipped') return expectedStatus === 'skipped';
  return outcome !== 'unexpected' || results.length > retries;
}
