import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCount, formatDuration } from '@svc/contract/zod-free/amounts';
import { systemClock } from '../../clock.ts';

// A machine that synchronised its clock meanwhile may be some seconds behind its former self.
const IGNORED_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * A warning when this machine's clock is earlier than Postgres' last checkpoint: a machine without a battery for its
 * clock, or a virtual one that was set back. Postgres writes the file at each checkpoint and at its stop.
 */
export async function describePastClock(
  clusterDir: string,
  clock = systemClock,
): Promise<string | null> {
  const written = await stat(join(clusterDir, 'global', 'pg_control')).catch(() => null);
  const behindMs = (written?.mtimeMs ?? 0) - clock.now().getTime();
  if (behindMs <= IGNORED_MS) return null;
  const difference =
    behindMs < 2 * DAY_MS
      ? formatDuration(behindMs)
      : formatCount(Math.round(behindMs / DAY_MS), 'day');
  return `svc: the clock of this machine is ${difference} earlier than the last change of its database. Set the clock: until then, new executions are dated before old ones, and sessions and certificates may not be valid yet.`;
}
