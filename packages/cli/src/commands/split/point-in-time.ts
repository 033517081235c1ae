import { runGit } from '@svc/reporter-core/facts/run-git';
import { CommandError } from '../../errors/exit.ts';
import { parseIsoMoment } from '../../flags/time-window.ts';

/** Up to when durations count, the same in every job of a CI run. */
export interface PointInTime {
  /** ISO. */
  before: string;
  /** Where it comes from, in words. */
  source: string;
}

// Between the last upload that counts and the commit. Clocks of machines differ, and an upload of a matrix's other leg may
// still change an execution.
const MARGIN_MS = 30 * 60 * 1000;

/**
 * The time of `--as-of`, or half an hour before the commit time of HEAD. All jobs of a CI run check out one commit, and so
 * do their re-runs days later. The present time would differ between them.
 * @throws CommandError without both.
 */
export async function choosePointInTime(
  asOf: string | undefined,
  directory: string,
): Promise<PointInTime> {
  if (asOf !== undefined) return { before: parseStatedTime(asOf), source: '--as-of' };
  const { text, exitCode } = await runGit(directory, ['log', '-1', '--format=%ct %h', 'HEAD']);
  const [, seconds, hash = ''] = /^(\d+) ([0-9a-f]+)\n?$/.exec(text) ?? [];
  if (exitCode !== 0 || seconds === undefined) {
    throw new CommandError(
      'no git commit here, whose time decides which durations count',
      'add --as-of with the same time in all jobs, or --even in all jobs',
    );
  }
  const before = new Date(Number(seconds) * 1000 - MARGIN_MS).toISOString();
  return { before, source: `half an hour before commit ${hash}` };
}

/** No `7d`: each job would mean another time. */
function parseStatedTime(text: string): string {
  const moment = parseIsoMoment(text);
  if (moment !== undefined) return moment;
  throw new CommandError(
    `--as-of '${text}' is not a date or a date-time with a zone`,
    'write --as-of 2026-10-01T12:00:00Z, the same in all jobs',
  );
}
