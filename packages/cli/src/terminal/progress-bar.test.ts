import { expect, it } from 'vitest';
import { createProgressBar } from './progress-bar.ts';

it('shows the share, the bytes and the rate over all files together', () => {
  const shown: string[] = [];
  const describe = (text: string) => void shown.push(text);
  const files = [{ sizeBytes: 4_000 }, { sizeBytes: 6_000 }];
  let nowMs = 0;
  const show = createProgressBar(
    { printer: { activity: { describe } }, world: { env: {}, platform: 'win32' } },
    files,
    { nowMs: () => nowMs },
  );
  show(0, 0.5);
  nowMs = 2_000;
  show(1, 1);
  expect(shown).toEqual([
    'sending 1 of 2  ████░░░░░░░░░░░░░░░░  2.0 kB of 10 kB  20 kB/s',
    'sending 2 of 2  ████████████████████  10 kB of 10 kB  5.0 kB/s',
  ]);
});
