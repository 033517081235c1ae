import { formatBytes } from '@svc/contract/zod-free/amounts';
import type { Glyphs } from './glyphs.ts';

export interface ProgressBarFacts {
  files: readonly { sizeBytes: number }[];
  glyphs: Glyphs;
  describe: (text: string) => void;
  /** A monotonic clock. */
  nowMs: () => number;
  /** The activity; default: sending. */
  verb?: string;
}

/** `sending 2 of 3  ██████░░░░  4.2 MB of 9.1 MB  1.2 MB/s`, over all files together. */
export function createProgressBar({
  files,
  glyphs,
  describe,
  nowMs,
  verb = 'sending',
}: ProgressBarFacts) {
  const totalBytes = files.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  const startedMs = nowMs();
  return {
    /** `share` is the sent part of the file, from 0 to 1. */
    show: (index: number, share: number): void => {
      const before = files.slice(0, index).reduce((total, { sizeBytes }) => total + sizeBytes, 0);
      const sentBytes = Math.round(before + (files[index]?.sizeBytes ?? 0) * share);
      const seconds = Math.max((nowMs() - startedMs) / 1000, SHORTEST_SECONDS);
      const facts = [
        `${verb} ${index + 1} of ${files.length}`,
        drawBar(totalBytes === 0 ? 1 : sentBytes / totalBytes, glyphs),
        `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`,
        `${formatBytes(Math.round(sentBytes / seconds))}/s`,
      ];
      describe(facts.join('  '));
    },
  };
}

const BAR_COLUMNS = 20;
// The first chunk is sent at once and would show an absurd rate.
const SHORTEST_SECONDS = 0.1;

function drawBar(share: number, { barFull, barEmpty }: Glyphs): string {
  const full = Math.round(Math.min(share, 1) * BAR_COLUMNS);
  return barFull.repeat(full) + barEmpty.repeat(BAR_COLUMNS - full);
}
