import type { IngestExecution } from '@svc/contract/executions/ingest';

export interface TimeSpan {
  startedAt: Date;
  endedAt: Date;
}

/** The times that a part sent, and when the part arrived. */
export interface ToldTimes extends TimeSpan {
  receivedAt: Date;
}

/** Clocks that NTP sets differ by less, and a report needs less from its end to the server. */
const TOLERANCE_MS = 60_000;

/**
 * When a part ran, by its own clock. If it began after its receipt, its clock is ahead: it then ended at its receipt,
 * and kept its duration. So the uploads of a running part, which state one start and growing durations, agree.
 */
export function derivePartTimes(
  { startedAt, durationMs }: Pick<IngestExecution, 'startedAt' | 'durationMs'>,
  receivedAt: Date,
): ToldTimes {
  const reported = { ...toTimeSpan(Date.parse(startedAt), durationMs), receivedAt };
  return reported.startedAt > receivedAt ? { ...moveToReceipt(reported), receivedAt } : reported;
}

/** When the part began. A clock that is ahead of its receipt is corrected. */
export function derivePartStart(
  part: Pick<IngestExecution, 'startedAt' | 'durationMs'>,
  receivedAt: Date,
): Date {
  return derivePartTimes(part, receivedAt).startedAt;
}

/** How far the part's clock is ahead at least, in ms; null if that is too little to report. */
export function computeAheadMs(
  { startedAt }: { startedAt: string },
  receivedAt: Date,
): number | null {
  const ms = Date.parse(startedAt) - receivedAt.getTime();
  return ms > TOLERANCE_MS ? ms : null;
}

export interface UnitedTimes extends TimeSpan {
  /** The start that was sent and replaced; null if all sent times count. */
  correctedFrom: Date | null;
}

/**
 * The times of an execution with another part: from the first start to the last end.
 *
 * A clock that is behind would stretch the execution. Its times look like true times that were sent late. Only the
 * other parts show which of the two is true:
 * 1. Times within a minute of the execution's times count as sent.
 * 2. Else the part ended at its receipt, if that is within a minute of the execution's times: its clock is behind.
 * 3. Else the execution ended at its last receipt, if that is within a minute of the part's times, and the part arrived
 *    right after its end: the parts before had a clock behind.
 * 4. Else all times count as sent: the part ran later than the others, or was sent later.
 * If every clock is behind, nothing shows it.
 * @param lastReceipt reads when the newest of the other parts arrived, null without any; called only when it matters.
 * @see docs/read/definitions.md, "Rates and durations"
 */
export async function uniteTimes(
  before: TimeSpan,
  part: ToldTimes,
  lastReceipt: () => Promise<Date | null>,
): Promise<UnitedTimes> {
  if (!areApart(before, part)) return { ...uniteSpans(before, part), correctedFrom: null };
  const partAtReceipt = moveToReceipt(part);
  if (!areApart(before, partAtReceipt)) {
    return { ...uniteSpans(before, partAtReceipt), correctedFrom: part.startedAt };
  }
  const receivedAt = isSentAtOnce(part) ? await lastReceipt() : null;
  const beforeAtReceipt = receivedAt === null ? before : moveToReceipt({ ...before, receivedAt });
  if (!areApart(beforeAtReceipt, part)) {
    return { ...uniteSpans(beforeAtReceipt, part), correctedFrom: before.startedAt };
  }
  return { ...uniteSpans(before, part), correctedFrom: null };
}

function moveToReceipt({ startedAt, endedAt, receivedAt }: ToldTimes): TimeSpan {
  const durationMs = endedAt.getTime() - startedAt.getTime();
  return { startedAt: new Date(receivedAt.getTime() - durationMs), endedAt: receivedAt };
}

// The last step of a job may send what an earlier step saved.
const SENDING_MS = 2 * TOLERANCE_MS;

function isSentAtOnce({ endedAt, receivedAt }: ToldTimes): boolean {
  return receivedAt.getTime() - endedAt.getTime() < SENDING_MS;
}

function areApart(a: TimeSpan, b: TimeSpan): boolean {
  const gapMs = Math.max(
    b.startedAt.getTime() - a.endedAt.getTime(),
    a.startedAt.getTime() - b.endedAt.getTime(),
  );
  return gapMs > TOLERANCE_MS;
}

/** The span from the first start to the last end. */
export function uniteSpans(a: TimeSpan, b: TimeSpan): TimeSpan {
  return {
    startedAt: a.startedAt < b.startedAt ? a.startedAt : b.startedAt,
    endedAt: a.endedAt > b.endedAt ? a.endedAt : b.endedAt,
  };
}

function toTimeSpan(startMs: number, durationMs: number): TimeSpan {
  return { startedAt: new Date(startMs), endedAt: new Date(startMs + durationMs) };
}
