import type { FullResult } from '@playwright/test/reporter';
import type { Blockers } from './blockers.ts';
import type { RunRecord } from './run-record.ts';

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
