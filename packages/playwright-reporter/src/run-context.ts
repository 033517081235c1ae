import type { FullResult } from '@playwright/test/reporter';
import type { Blockers } from './blockers.ts';
import type { RunRecord } from './run-record.ts';

/** How the run ended: as Playwright says, or `left` when the process was taken away under it. */
export type PlaywrightEnd = FullResult['status'] | 'left';

/** What the readers of one run's tests share. */
export interface RunContext {
  record: RunRecord;
  end: PlaywrightEnd;
  /** Absolute to as it is sent: POSIX, relative to the repository. */
  sentPath: (path: string) => string;
  blockers: Blockers;
}
