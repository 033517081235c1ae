import { NO_CAUSES } from '@svc/analysis/causes/cause-groups';
import type { CauseList } from '@svc/contract/executions/causes';
import type { ExcusedFailure, Gate } from '@svc/contract/gate/gate';
import type { NamedTest } from '@svc/analysis/text/test-names';
import type { LabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { ExecutionTotals } from '@svc/contract/executions/executions';
import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';

/** Facts about a run for the summary, the comment, the annotations and the outputs. */
export interface Report {
  executions: ReportedExecution[];
  /** Failures, new ones first. The server's lists have limits, so some may be missing. */
  failures: ReportedFailure[];
  /** Causes of the failures. Counts cover all failures if a server counted them. */
  causes: ReportedCauses;
  /** How many failures are in no list and in no comparison. */
  unlisted: number;
  flaky: ReportedTest[];
  /** Errors outside of tests: of files that did not load, and of the run. */
  outside: OutsideError[];
  /** Tests that failed in the base and pass here, the first of them; with the fingerprint of that failure. */
  fixed: (ReportedTest & { fingerprint: string | null })[];
  verdict: (LabelFields & { confidence: number; summary: string }) | null;
  gate: ReportedGate | null;
  /** Facts that could not be read, one sentence each. */
  notes: string[];
}

/** Causes by the result of the comparison: new, also in the base, gone, or not compared. */
export interface ReportedCauses {
  new: CauseList;
  still: CauseList;
  fixed: CauseList;
  uncompared: CauseList;
}

export const NO_REPORTED_CAUSES: ReportedCauses = {
  new: NO_CAUSES,
  still: NO_CAUSES,
  fixed: NO_CAUSES,
  uncompared: NO_CAUSES,
};

export interface ReportedExecution {
  /** Null if it is on no server. */
  id: string | null;
  /** `web #815`, or the framework. */
  label: string;
  /** Address of its page. */
  url: string | null;
  /** Where its project has all executions of the pull request; null without one. */
  pullRequest: { project: string; url: string } | null;
  status: ExecutionStatus;
  framework: string;
  name: string | null;
  branch: string | null;
  commit: string | null;
  legs: string[];
  /** The CI job of its first part. */
  job: string | null;
  shards: { expected: number; received: number; carried: number };
  totals: ExecutionTotals;
  /** How many errors outside of tests it has. */
  outside: number;
  durationMs: number;
  comparison: ComparedWith | null;
  /** Reason why there is no comparison; null if none was requested. */
  uncompared: string | null;
}

/** The base, and how many tests changed. */
export interface ComparedWith {
  label: string;
  url: string;
  branch: string | null;
  /** Note about the choice of the base; null if there is none. */
  note: string | null;
  status: ExecutionStatus;
  totals: ExecutionTotals;
  durationMs: number;
  regressions: number;
  newFailing: number;
  stillFailing: number;
  /** How many of these have an error that they did not have in the base. */
  otherErrors: number;
  newlyFlaky: number;
  improvements: number;
  newTests: number;
  removedTests: number;
  notRun: number;
}

export interface ReportedTest extends NamedTest {
  titlePath: string[];
  file: string;
  /** The legs in which it ended so, where they are known. */
  legs: string[];
}

export interface ReportedFailure extends ReportedTest, LabelFields {
  status: 'failed' | 'timedOut';
  /** The first error of its last failed attempt. */
  error: TestError | null;
  fingerprint: string | null;
  /** Failed attempts; 1 without a retry. */
  attempts: number;
  /** Change compared with the base; null if unknown. */
  change: 'regression' | 'new-test' | 'still-failing' | null;
  confidence: number | null;
  suggestion: string | null;
  excused: Pick<ExcusedFailure, 'by' | 'reason' | 'expiresAt' | 'owner'> | null;
}

export interface OutsideError {
  /** A file, or null for the whole run. */
  file: string | null;
  error: TestError;
}

export interface ReportedGate {
  verdict: 'pass' | 'fail' | 'undecided';
  /** Why it does not pass, one sentence each. */
  why: string[];
  excused: number;
  blocking: number;
  /** Number of blocking items that are not failures of tests, such as a missing part. */
  others: number;
  /** Entries that excused a failure here and end within days. */
  expiring: Pick<Gate['expiring'][number], 'title' | 'variant' | 'expiresAt'>[];
}

/** The sums over all executions. */
export function sumTotals({ executions }: Pick<Report, 'executions'>): ExecutionTotals {
  const sum = { tests: 0, passed: 0, failed: 0, skipped: 0, flaky: 0, timedOut: 0, interrupted: 0 };
  for (const { totals } of executions) {
    for (const key of TOTALS) sum[key] += totals[key];
  }
  return sum;
}

const TOTALS = [
  'tests',
  'passed',
  'failed',
  'skipped',
  'flaky',
  'timedOut',
  'interrupted',
] as const satisfies (keyof ExecutionTotals)[];

/** The worst status of all executions: what one failed job makes of a run. */
export function pickWorstStatus({ executions }: Pick<Report, 'executions'>): ExecutionStatus {
  const statuses = new Set(executions.map(({ status }) => status));
  return WORST_FIRST.find((status) => statuses.has(status)) ?? 'passed';
}

const WORST_FIRST = ['failed', 'interrupted', 'running', 'passed'] as const;

/** The changes over all executions; null if none was compared. */
export function sumChanges({ executions }: Pick<Report, 'executions'>): {
  regressions: number;
  newFailing: number;
  stillFailing: number;
  /** How many of these have an error that they did not have in the base. */
  otherErrors: number;
  newlyFlaky: number;
  improvements: number;
} | null {
  const compared = executions.flatMap(({ comparison }) => comparison ?? []);
  if (compared.length === 0) return null;
  const sum = (
    key:
      | 'regressions'
      | 'newFailing'
      | 'stillFailing'
      | 'otherErrors'
      | 'newlyFlaky'
      | 'improvements',
  ) => compared.reduce((all, one) => all + one[key], 0);
  return {
    regressions: sum('regressions'),
    newFailing: sum('newFailing'),
    stillFailing: sum('stillFailing'),
    otherErrors: sum('otherErrors'),
    newlyFlaky: sum('newlyFlaky'),
    improvements: sum('improvements'),
  };
}

/** Whether each failed execution was compared, so that no other failure can be new. */
export function isComparedWhole({ executions }: Pick<Report, 'executions'>): boolean {
  return executions.every(({ status, comparison }) => status === 'passed' || comparison !== null);
}

/** How many tests failed, excused ones included. */
export function countFailedTests(report: Report): number {
  const { failed, timedOut } = sumTotals(report);
  return failed + timedOut;
}
