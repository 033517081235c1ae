import type { IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import { isInReach } from '@svc/formats/timestamps';
import type { ReadReport } from './read-reports.ts';

/** Epoch ms. */
export interface TimeSpan {
  startedAt: number;
  endedAt: number;
}

/**
 * Start and duration of the execution of all reports, from times that the reports state: the earliest start to the
 * latest end. A report without times adds only its duration, if that is longer. If no report states a time, the
 * durations add up, and the execution ends when the last file was written. Bazel, Nix and zip archives date files to
 * the zero of a clock, which is no time: without another one, the execution ends now.
 *
 * While the reports are still being read (`isRead` false), the result lies inside the final one: the server widens an
 * execution's times with each request, and never narrows them.
 */
export function executionTimes(
  reports: readonly ReadReport[],
  { now, isRead }: { now: Date; isRead: boolean },
): Pick<IngestExecution, 'startedAt' | 'durationMs'> {
  const lengths = reports.map(lengthOf);
  const spans = reports.flatMap((report) => spanOf(report) ?? []);
  const statedAt = reports.flatMap(({ file }) => file.statedAt ?? [])[0];
  if (spans.length > 0) {
    const startedAt = leastOf(spans.map((span) => span.startedAt));
    const endedAt = Math.min(now.getTime(), greatestOf(spans.map((span) => span.endedAt)));
    const longest = isRead ? greatestOf(lengths) : 0;
    return timesFrom(startedAt, Math.max(endedAt - startedAt, longest));
  }
  // The first requests of large reports are sent before the report that states times is read.
  if (statedAt !== undefined) return timesFrom(statedAt, 0);
  const sum = lengths.reduce((all, length) => all + length, 0);
  const totalMs = sum > LONGEST_RUN_MS ? 0 : sum;
  const writtenAt = greatestOf(
    reports.map(({ file }) => file.modifiedAt.getTime()).filter(isInReach),
  );
  const endedAt = writtenAt === 0 ? now.getTime() : Math.min(now.getTime(), writtenAt);
  return timesFrom(endedAt - totalMs, totalMs);
}

/** From the earliest start of a test to the latest end; undefined if no test has a start. */
export function spanWithTest(
  span: TimeSpan | undefined,
  { startedAt, durationMs }: IngestResult,
): TimeSpan | undefined {
  if (startedAt === undefined) return span;
  const at = Date.parse(startedAt);
  return {
    startedAt: Math.min(at, span?.startedAt ?? at),
    endedAt: Math.max(at + durationMs, span?.endedAt ?? at),
  };
}

/** The times that a report states, those of the run before those of its tests; undefined if it states none. */
function spanOf(report: ReadReport): TimeSpan | undefined {
  const { facts, tests } = report;
  const startedAt = facts.startedAt ?? tests?.startedAt;
  const endedAt = facts.endedAt ?? tests?.endedAt;
  const length = lengthOf(report);
  if (startedAt === undefined) {
    return endedAt === undefined ? undefined : { startedAt: endedAt - length, endedAt };
  }
  return { startedAt, endedAt: Math.max(startedAt + length, endedAt ?? startedAt) };
}

/** The duration that a report states, in ms; 0 without one. */
function lengthOf({ facts: { durationMs = 0 } }: ReadReport): number {
  return durationMs > LONGEST_RUN_MS ? 0 : durationMs;
}

// A report in a unit other than seconds would begin the run in another century, and no server accepts that.
const LONGEST_RUN_MS = 7 * 24 * 60 * 60 * 1000;

function timesFrom(startedAt: number, durationMs: number) {
  return { startedAt: new Date(startedAt).toISOString(), durationMs: Math.max(0, durationMs) };
}

/** Not `Math.min(...values)`, which fails for more values than fit on the stack. */
function leastOf(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}

function greatestOf(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), 0);
}
