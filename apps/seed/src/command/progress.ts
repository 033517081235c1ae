import { formatNumber } from '@svc/contract/zod-free/amounts';

/** A line on stderr that is overwritten, with the work done and its speed. */
export interface Progress {
  show(done: number): void;
  /** Shows a text until the next `show`. */
  note(text: string): void;
  /** Removes the line. */
  end(): void;
}

const NO_PROGRESS: Progress = { show: () => {}, note: () => {}, end: () => {} };

// Nobody can read a line that changes more often, and every change costs time.
const SHOWN_EVERY_MS = 100;

/** Silent unless stderr is a terminal. */
export function makeProgress(total: number, stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return NO_PROGRESS;
  const startedAt = performance.now();
  let shownAt = 0;
  const write = (text: string) => stream.write(`\r\u001b[K${text.slice(0, stream.columns - 1)}`);
  return {
    show(done) {
      const now = performance.now();
      if (now - shownAt < SHOWN_EVERY_MS) return;
      shownAt = now;
      write(formatProgressLine(done, total, (now - startedAt) / 1000));
    },
    note: (text) => void write(text),
    end: () => void stream.write('\r\u001b[K'),
  };
}

const BAR_COLUMNS = 16;

export function formatProgressLine(done: number, total: number, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const share = Math.min(99, Math.floor((100 * done) / total));
  const left = rate > 0 ? Math.ceil(Math.max(0, total - done) / rate) : 0;
  const full = Math.floor((BAR_COLUMNS * share) / 100);
  const bar = '█'.repeat(full).padEnd(BAR_COLUMNS, '░');
  return `${bar} ${share} %  ${formatNumber(done)} of about ${formatNumber(total)} results  ${formatNumber(Math.round(rate))}/s  ${left} s left`;
}
