import { sourceAsRun } from '@svc/reporter-core/source-as-run';
import { testLines } from '@svc/reporter-core/test-lines';
import type { SeenTest } from './case-log.ts';

/**
 * The lines of a file's tests, in their order, read from its source: Jest notes them itself only with
 * `testLocationInResults`. Empty where it has noted them all, or the source is not what ran any more.
 */
export function fileLines(
  path: string,
  tests: readonly SeenTest[],
  startedAt: number,
): readonly (number | undefined)[] {
  if (tests.every(({ final }) => final?.location)) return [];
  const source = sourceAsRun(path, new Date(startedAt));
  if (source === undefined) return [];
  return testLines(
    source,
    tests.map(({ titlePath }) => ({ titlePath, isEach: undefined })),
  );
}
