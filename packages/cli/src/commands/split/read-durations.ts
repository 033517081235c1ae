import { SvcClientError, type SvcClient } from '@svc/client';
import { CommandError } from '../../errors/exit.ts';
import { toFailure } from '../../errors/failure.ts';
import type { PointInTime } from './point-in-time.ts';

export interface Durations {
  byFile: Map<string, number>;
  /** How many executions were counted. */
  executions: number;
  /** How many more would have been counted, but retention has deleted their results. */
  expired: number;
}

/** The durations of the project's files. */
export async function readDurations(
  client: SvcClient,
  { project, time }: { project: string; time: PointInTime },
): Promise<Durations> {
  const byFile = new Map<string, number>();
  let cursor: string | undefined;
  for (;;) {
    const page = await client.fileDurations.list.query({ project, before: time.before, cursor });
    for (const { file, durationMs } of page.items) byFile.set(file, durationMs);
    if (page.nextCursor === null) {
      return { byFile, executions: page.executions, expired: page.expired };
    }
    cursor = page.nextCursor;
  }
}

/**
 * The error of a job that cannot read the durations. If it split the files evenly on its own while other jobs read the
 * durations, some files would run twice and others never.
 */
export function splitFailure(error: unknown, time: PointInTime): unknown {
  if (!(error instanceof SvcClientError) && !(error instanceof CommandError)) return error;
  const isInFuture =
    error instanceof SvcClientError &&
    error.code === 'BAD_REQUEST' &&
    error.details.some(({ path }) => path === 'before');
  if (isInFuture) {
    return new CommandError(
      `${time.before} (${time.source}) is in the future, so the jobs would get different answers`,
      'correct the clock that made the commit, or add --as-of with the same time in all jobs',
    );
  }
  const { problem, exitStatus } = toFailure(error);
  return new CommandError(
    `the files are not split, because all jobs need the same durations: ${problem}`,
    'repeat this job, or add --even in all jobs to split by number without a server',
    exitStatus,
  );
}
