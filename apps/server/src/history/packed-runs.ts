/** One counted run of a test, as stored in its state. */
export interface PackedRun {
  /** The execution's number, which is unique in its project. */
  number: number;
  failed: boolean;
  /** Why it is a flaky run: it passed on a retry, or failed although the same code passed elsewhere. */
  evidence: 'retry' | 'contradiction' | null;
  /** The total duration of its results' last attempts, and the number of results. */
  durationMs: number;
  results: number;
}

/**
 * The number of runs that a test's state is derived from and that every watched test stores. More runs add no
 * information.
 */
export const NEWEST_RUNS = 500;

// Four bytes each for number and duration; the ninth byte has the outcome, the evidence and the number of results.
const RUN_BYTES = 9;
const FAILED_BIT = 0x80;
const RETRY_BIT = 0x40;
const CONTRADICTION_BIT = 0x20;
const MAX_RESULTS = 0x1f;
const MAX_UINT32 = 0xffff_ffff;

/** Packs runs into a few bytes each, because hundreds of tests with hundreds of runs are read at a time. */
export function packRuns(runs: readonly PackedRun[]): Buffer {
  const bytes = Buffer.alloc(runs.length * RUN_BYTES);
  runs.forEach(({ number, failed, evidence, durationMs, results }, index) => {
    const at = index * RUN_BYTES;
    bytes.writeUInt32LE(number, at);
    // If there are more results than fit, keeps the mean.
    const kept = results > MAX_RESULTS ? (durationMs * MAX_RESULTS) / results : durationMs;
    bytes.writeUInt32LE(Math.min(Math.round(kept), MAX_UINT32), at + 4);
    bytes.writeUInt8(
      (failed ? FAILED_BIT : 0) | encodeEvidence(evidence) | Math.min(results, MAX_RESULTS),
      at + 8,
    );
  });
  return bytes;
}

function encodeEvidence(evidence: PackedRun['evidence']): number {
  if (evidence === null) return 0;
  return evidence === 'retry' ? RETRY_BIT : CONTRADICTION_BIT;
}

/** Unpacks the runs; values that did not fit stay clamped. */
export function unpackRuns(bytes: Buffer): PackedRun[] {
  const runs: PackedRun[] = [];
  // A loop takes less than half the time of Array.from, for hundreds of thousands of runs in a roll-up.
  for (let index = 0; index < countPackedRuns(bytes); index++) runs.push(unpackRunAt(bytes, index));
  return runs;
}

export function countPackedRuns(bytes: Buffer): number {
  return bytes.length / RUN_BYTES;
}

/** One of the runs, without unpacking the others. */
export function unpackRunAt(bytes: Buffer, index: number): PackedRun {
  const at = index * RUN_BYTES;
  const outcome = bytes.readUInt8(at + 8);
  return {
    number: bytes.readUInt32LE(at),
    failed: (outcome & FAILED_BIT) !== 0,
    evidence: decodeEvidence(outcome),
    durationMs: bytes.readUInt32LE(at + 4),
    results: outcome & MAX_RESULTS,
  };
}

/** The execution's number of each run. */
export function unpackNumbers(bytes: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; at += RUN_BYTES) numbers.push(bytes.readUInt32LE(at));
  return numbers;
}

function decodeEvidence(outcome: number): PackedRun['evidence'] {
  if ((outcome & RETRY_BIT) !== 0) return 'retry';
  return (outcome & CONTRADICTION_BIT) === 0 ? null : 'contradiction';
}

/** Sums over the runs whose execution has one of the numbers. */
export function sumPackedRuns(
  bytes: Buffer,
  numbers: ReadonlySet<number>,
): { runs: number; failures: number; durationMs: number; durations: number } {
  const sums = { runs: 0, failures: 0, durationMs: 0, durations: 0 };
  // Faster than the methods of Buffer: an answer sums up hundreds of thousands of runs.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += RUN_BYTES) {
    if (!numbers.has(view.getUint32(at, true))) continue;
    const outcome = view.getUint8(at + 8);
    sums.runs++;
    if ((outcome & FAILED_BIT) !== 0) sums.failures++;
    sums.durationMs += view.getUint32(at + 4, true);
    sums.durations += outcome & MAX_RESULTS;
  }
  return sums;
}
