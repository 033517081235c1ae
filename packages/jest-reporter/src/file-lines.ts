import { sourceAsRun } from '@svc/reporter-core/source/source-as-run';
import { testLines } from '@svc/reporter-core/source/test-lines';
import type { SeenTest } from './case-log.ts';

/**
 * The lines of a file's tests, in their order, read from its source: Jest notes them itself only with
 * `testLocationInResults`. Empty where it has noted them, where every test passed at once, which is
 * most files and would cost a hundredth of the run, or where the source is not what ran any more.
 */
export function fileLines(
  path: string,
  tests: readonly SeenTest[],
  startedAt: number,
): readonly (number | undefined)[] {
  if (!tests.some(wantsLine)) return [];
  const source = sourceAsRun(path, new Date(startedAt));
  if (source === undefined) return [];
  return testLines(
    source,
    tests.map(({ titlePath }) => ({ titlePath, isEach: undefined })),
  );
}

/** Whether somebody may want to go there: it failed once at least, or was cut off. */
function wantsLine({ final }: SeenTest): boolean {
  if (final === undefined) return true;
  return !final.location && (final.status === 'failed' || (final.invocations ?? 1) > 1);
}
