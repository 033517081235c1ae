import { formatBytes } from '@svc/contract/zod-free/amounts';

/** A line on stderr that is overwritten, with the present work, the bytes so far and their rate. */
export interface ProgressLine {
  show(doing: string, bytes: number): void;
  /** Removes the line. */
  end(): void;
}

const SILENT: ProgressLine = { show: () => {}, end: () => {} };

// Nobody can read a line that changes more often.
const SHOWN_EVERY_MS = 100;

/** Silent unless the stream is a terminal. */
export function makeProgressLine(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>,
): ProgressLine {
  if (!stream.isTTY) return SILENT;
  const startedAt = performance.now();
  let shownAt = -Infinity;
  return {
    show(doing, bytes) {
      const now = performance.now();
      if (now - shownAt < SHOWN_EVERY_MS) return;
      shownAt = now;
      const seconds = (now - startedAt) / 1_000;
      const rate = seconds >= 1 ? `  ${formatBytes(bytes / seconds)}/s` : '';
      const line = `${doing}  ${formatBytes(bytes)}${rate}`;
      stream.write(`\r\u001B[K${line.slice(0, stream.columns - 1)}`);
    },
    end: () => void stream.write('\r\u001B[K'),
  };
}
