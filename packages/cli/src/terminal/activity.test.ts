import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeActivity } from './activity.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeShown() {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  return { written, activity: makeActivity({ write, frames: ['|', '/'] }) };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('stays silent for work under half a second', async () => {
  const { written, activity } = makeShown();
  const done = activity.during(sleep(499).then(() => 'done'));
  await vi.runAllTimersAsync();
  expect(await done).toBe('done');
  expect(written).toEqual([]);
});

it('spins during longer work, describes it, and clears the line, also after a failure', async () => {
  const { written, activity } = makeShown();
  const work = sleep(700)
    .then(() => activity.describe('sending'))
    .then(() => sleep(200))
    .then(() => Promise.reject(new Error('no')));
  const failed = expect(activity.during(work)).rejects.toThrow('no');
  await vi.runAllTimersAsync();
  await failed;
  expect(written[0]).toBe('\u001b[?25l\r| waiting for the server\u001b[K');
  expect(written.at(-2)).toContain('sending\u001b[K');
  expect(written.at(-1)).toBe('\r\u001b[K\u001b[?25h');
});

it('stays silent until the last of several pauses ends', async () => {
  const { written, activity } = makeShown();
  const work = async () => {
    const lines = activity.pausedDuring(async () => 'shown');
    const question = activity.pausedDuring(() => sleep(900));
    await lines;
    await question;
  };
  const done = activity.during(work());
  await vi.runAllTimersAsync();
  await done;
  expect(written.filter((text) => text.includes('waiting'))).toEqual([]);
});

it('is silent while a question is on the terminal', async () => {
  const { written, activity } = makeShown();
  const question = () => sleep(300).then(() => written.push('the question ends'));
  const done = activity.during(sleep(600).then(() => activity.pausedDuring(question)));
  await vi.runAllTimersAsync();
  await done;
  const cleared = written.indexOf('\r\u001b[K\u001b[?25h');
  expect(cleared).toBeGreaterThan(0);
  expect(written[cleared + 1]).toBe('the question ends');
});
