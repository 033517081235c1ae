import { COMPARE_LIMITS } from '@svc/contract/zod-free/limits';

// Once as objects, once as the JSON that is sent.
const MEMORY_PER_BYTE = 2;
// One result of one side: its columns as JSON, and its object with its share of the texts.
const RUN_BYTES = 700;
// A file that failed outside tests, with a path of the greatest length.
const BROKEN_FILE_BYTES = 1_300;
// A result's id and its fingerprint, in a map.
const FINGERPRINT_BYTES = 250;
// Bytes of a test besides its title and error.
const TEST_BYTES = 1_000;

const { results, brokenFiles, titleBytes, errorBytes } = COMPARE_LIMITS;

/**
 * The maximum memory, in bytes, of a comparison of two executions that have `runs` results and `failures` fingerprints
 * together. `brokenSides` (0 to 2) is the number of sides with files that failed outside tests.
 */
export function comparisonWeight({
  runs,
  failures,
  brokenSides,
}: {
  runs: number;
  failures: number;
  brokenSides: number;
}): number {
  return (
    MEMORY_PER_BYTE * (titleBytes + errorBytes) +
    RUN_BYTES * Math.min(runs, results) +
    FINGERPRINT_BYTES * Math.min(failures, results) +
    BROKEN_FILE_BYTES * brokenFiles * brokenSides
  );
}

/** The memory, in bytes, of an answer that names `tests` tests, whose titles and errors take `bytes`. */
export function comparisonAnswerWeight({ tests, bytes }: { tests: number; bytes: number }): number {
  return MEMORY_PER_BYTE * bytes + TEST_BYTES * tests;
}

export const LARGEST_COMPARISON = comparisonWeight({
  runs: results,
  failures: results,
  brokenSides: 2,
});
