import { dirname } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Suite,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import type { Command } from './command.ts';
import { hasNotBegun } from './has-not-begun.ts';

/** What the hooks of one run leave behind: references into Playwright's own tree. */
export class RunRecord {
  readonly config: FullConfig;
  /** The root: a suite for each project, in it one for each file. */
  readonly suite: Suite;
  readonly command: Command;
  readonly startedAt = new Date();
  readonly errors: TestError[] = [];
  /** Attempts that have begun and not ended. Playwright calls them skipped meanwhile. */
  readonly running = new Set<TestResult>();

  constructor(config: FullConfig, suite: Suite, command: Command) {
    this.config = config;
    this.suite = suite;
    this.command = command;
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
