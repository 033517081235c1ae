import type { IngestExecution } from '@svc/contract/executions/ingest';
import { isInReach } from '@svc/formats/timestamps';
import type { ReadReport } from './read-reports.ts';
import type { TimeSpan } from './time-span.ts';

/**
 * Start and duration of the execution of all reports, from times that the reports state: the earliest start to the
 * latest end. A report without times adds only its duration, if that is longer. If no report states a time, the
 * durations add up, and the execution ends when the last file was written. Bazel, Nix and zip archives date files to
 * the zero of a clock, which is not a real time: if there is no other time, the execution ends now.
 *
 * While the reports are still being read (`isRead` false), the result is inside the final one: the server widens an
 * execution's times with each request, and never narrows them.
 */
export function computeExecutionTimes(
  reports: readonly ReadReport[],
  { now, isRead }: { now: Date; isRead: boolean },
): Pick<IngestExecution, 'startedAt' | 'durationMs'> {
  const lengths = reports.map(computeLengthMs);
  const spans = reports.flatMap((report) => findSpan(report) ?? []);
  const statedAt = reports.flatMap(({ file }) => file.statedAt ?? [])[0];
  if (spans.length > 0) {
    const startedAt = findLeast(spans.map((span) => span.startedAt));
    const endedAt = Math.min(now.getTime(), findGreatest(spans.map((span) => span.endedAt)));
    const longest = isRead ? findGreatest(lengths) : 0;
    return buildTimes(startedAt, Math.max(endedAt - startedAt, longest));
  }
  // The first requests of large reports are sent before the report that states times is read.
  if (statedAt !== undefined) return buildTimes(statedAt, 0);
  const sum = lengths.reduce((all, length) => all + length, 0);
  const totalMs = sum > LONGEST_RUN_MS ? 0 : sum;
  const writtenAt = findGreatest(
    reports.map(({ file }) => file.modifiedAt.getTime()).filter(isInReach),
  );
  const endedAt = writtenAt === 0 ? now.getTime() : Math.min(now.getTime(), writtenAt);
  return buildTimes(endedAt - totalMs, totalMs);
}

/** The times that a report states, those of the run before those of its tests; undefined if it states none. */
function findSpan(report: ReadReport): TimeSpan | undefined {
  const { facts, tests } = report;
  const startedAt = facts.startedAt ?? tests?.startedAt;
  const endedAt = facts.endedAt ?? tests?.endedAt;
  const length = computeLengthMs(report);
  if (startedAt === undefined) {
    return endedAt === undefined ? undefined : { startedAt: endedAt - length, endedAt };
  }
  return { startedAt, endedAt: Math.max(startedAt + length, endedAt ?? startedAt) };
}

/** The duration that a report states, in ms; 0 without one. */
function computeLengthMs({ facts: { durationMs = 0 } }: ReadReport): number {
  return durationMs > LONGEST_RUN_MS ? 0 : durationMs;
}

// A report in a unit other than seconds would begin the run in another century, and no server accepts that.
const LONGEST_RUN_MS = 7 * 24 * 60 * 60 * 1000;

function buildTimes(startedAt: number, durationMs: number) {
  return { startedAt: new Date(startedAt).toISOString(), durationMs: Math.max(0, durationMs) };
}

/** Uses `reduce`, because `Math.min(...values)` fails for more values than fit on the stack. */
function findLeast(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}

function findGreatest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), 0);
}
