import { formatBytes } from '@svc/contract/zod-free/amounts';
import type { World } from '../world.ts';
import type { Activity } from './activity.ts';
import { chooseGlyphs, type Glyphs } from './glyphs.ts';

interface Shown {
  printer: { activity: Pick<Activity, 'describe'> };
  world: Pick<World, 'env' | 'platform'>;
}

interface ProgressOptions {
  /** The activity. */
  verb?: string;
  /** A monotonic clock. */
  nowMs?: () => number;
}

/**
 * Returns what shows `sending 2 of 3  ██████░░░░  4.2 MB of 9.1 MB  1.2 MB/s`, over all files together. `share`: the part
 * of the file that is done, from 0 to 1.
 */
export function createProgressBar(
  { printer, world }: Shown,
  files: readonly { sizeBytes: number }[],
  { verb = 'sending', nowMs = () => performance.now() }: ProgressOptions = {},
): (index: number, share: number) => void {
  const glyphs = chooseGlyphs(world.env, world.platform);
  const totalBytes = files.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  const startedMs = nowMs();
  return (index, share) => {
    const before = files.slice(0, index).reduce((total, { sizeBytes }) => total + sizeBytes, 0);
    const doneBytes = Math.round(before + (files[index]?.sizeBytes ?? 0) * share);
    const seconds = Math.max((nowMs() - startedMs) / 1000, SHORTEST_SECONDS);
    const facts = [
      `${verb} ${index + 1} of ${files.length}`,
      drawBar(totalBytes === 0 ? 1 : doneBytes / totalBytes, glyphs),
      `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`,
      `${formatBytes(Math.round(doneBytes / seconds))}/s`,
    ];
    printer.activity.describe(facts.join('  '));
  };
}

const BAR_COLUMNS = 20;
// The first chunk is sent at once and would show an absurd rate.
const SHORTEST_SECONDS = 0.1;

function drawBar(share: number, { barFull, barEmpty }: Glyphs): string {
  const full = Math.round(Math.min(share, 1) * BAR_COLUMNS);
  return barFull.repeat(full) + barEmpty.repeat(BAR_COLUMNS - full);
}
