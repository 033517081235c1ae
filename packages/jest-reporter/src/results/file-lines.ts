import { readSourceAsRun, findTestLines } from '@svc/reporter-core/source/test-lines';
import type { SeenTest } from './case-log.ts';

/**
 * The lines of a file's tests, in their order, read from its source. Jest reports lines only with
 * `testLocationInResults`. Empty if Jest has reported them, if all tests passed at the first attempt (most files;
 * reading those would take a hundredth of the run's time), or if the source may have changed since it ran.
 */
export function readFileLines(
  path: string,
  tests: readonly SeenTest[],
  startedAt: number,
): readonly (number | undefined)[] {
  if (!tests.some(shouldFindLine)) return [];
  const source = readSourceAsRun(path, new Date(startedAt));
  if (source === undefined) return [];
  return findTestLines(
    source,
    tests.map(({ titlePath }) => ({ titlePath, isEach: undefined })),
  );
}

/** Whether users are likely to open the test: it failed at least once, or was interrupted. */
function shouldFindLine({ final }: SeenTest): boolean {
  if (final === undefined) return true;
  return !final.location && (final.status === 'failed' || (final.invocations ?? 1) > 1);
}
