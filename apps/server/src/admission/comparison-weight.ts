import { COMPARE_LIMITS } from '@svc/contract/limits';

// Once as objects, once as the JSON that is sent.
const MEMORY_PER_BYTE = 2;
// One result of one side: its columns as JSON, and its object.
const RUN_BYTES = 600;
// In addition to title and error.
const TEST_BYTES = 1_000;

const { results, titleBytes, errorBytes } = COMPARE_LIMITS;

/** The maximum memory, in bytes, of a comparison of two executions that have `runs` results together. */
export function comparisonWeight(runs: number): number {
  return MEMORY_PER_BYTE * (titleBytes + errorBytes) + RUN_BYTES * Math.min(runs, results);
}

/** The memory, in bytes, of an answer that names `tests` tests, whose titles and errors take `bytes`. */
export function comparisonAnswerWeight({ tests, bytes }: { tests: number; bytes: number }): number {
  return MEMORY_PER_BYTE * bytes + TEST_BYTES * tests;
}

export const LARGEST_COMPARISON = comparisonWeight(results);
