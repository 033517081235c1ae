import { COMPARE_LIMITS } from '@svc/contract/limits';

// As objects, and as the JSON that is sent.
const MEMORY_PER_BYTE = 2;
// Of a result on one side: its columns as JSON, and its object.
const RUN_BYTES = 600;
// Beside title and error.
const TEST_BYTES = 1_000;

const { results, titleBytes, errorBytes } = COMPARE_LIMITS;

/** The memory that a comparison of two executions may take which have so many results together. */
export function comparisonWeight(runs: number): number {
  return MEMORY_PER_BYTE * (titleBytes + errorBytes) + RUN_BYTES * Math.min(runs, results);
}

/** The memory of an answer that names so many tests, with so many bytes of titles and errors. */
export function comparisonAnswerWeight({ tests, bytes }: { tests: number; bytes: number }): number {
  return MEMORY_PER_BYTE * bytes + TEST_BYTES * tests;
}

export const LARGEST_COMPARISON = comparisonWeight(results);
