import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeActivity } from './activity.ts';

function makeShown() {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  return { written, activity: makeActivity({ write, frames: ['|', '/'] }) };
}

it('stays silent for work under half a second', async () => {
  const { written, activity } = makeShown();
  expect(await activity.during(sleep(50, 'done'))).toBe('done');
  expect(written).toEqual([]);
});

it('spins during longer work, describes it, and clears the line, also after a failure', async () => {
  const { written, activity } = makeShown();
  const work = sleep(700)
    .then(() => activity.describe('sending'))
    .then(() => sleep(200))
    .then(() => Promise.reject(new Error('no')));
  await expect(activity.during(work)).rejects.toThrow('no');
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
  await activity.during(work());
  expect(written.filter((text) => text.includes('waiting'))).toEqual([]);
});

it('is silent while a question is on the terminal', async () => {
  const { written, activity } = makeShown();
  const question = () => sleep(300).then(() => written.push('the question ends'));
  await activity.during(sleep(600).then(() => activity.pausedDuring(question)));
  const cleared = written.indexOf('\r\u001b[K\u001b[?25h');
  expect(cleared).toBeGreaterThan(0);
  expect(written[cleared + 1]).toBe('the question ends');
});
