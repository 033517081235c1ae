import { expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveLine, withSpinner } from './live-line.ts';

const spinner = { frames: ['|', '/'], label: 'waiting' };

function makeLine() {
  const written: string[] = [];
  return { written, line: liveLine((text) => written.push(text)) };
}

it('stays silent for work under half a second', async () => {
  const { written, line } = makeLine();
  expect(await withSpinner(sleep(50, 'done'), line, spinner)).toBe('done');
  expect(written).toEqual([]);
});

it('turns for longer work and leaves the line clear, also when the work fails', async () => {
  const { written, line } = makeLine();
  const work = sleep(700).then(() => Promise.reject(new Error('no')));
  await expect(withSpinner(work, line, spinner)).rejects.toThrow('no');
  expect(written[0]).toBe('\u001b[?25l\r| waiting\u001b[K');
  expect(written.at(-1)).toBe('\r\u001b[K\u001b[?25h');
});
