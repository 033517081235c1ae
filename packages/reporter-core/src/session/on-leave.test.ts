import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const MODULE = new URL('on-leave.ts', import.meta.url).href;

describe.skipIf(process.platform === 'win32')('onLeave', () => {
  it.each([
    ['alone, lets the signal end the process', '', { code: null, signal: 'SIGTERM' }],
    [
      'beside a listener that exits, comes first and leaves the code to that',
      `process.on('SIGTERM', () => process.exit(143));`,
      { code: 143, signal: null },
    ],
  ])('%s', async (_, others, expected) => {
    const ended = await endBySignal(`${others} onLeave(() => console.log('kept'));`);
    expect(ended).toEqual({ ...expected, output: expect.stringMatching(/^ready\nkept\n/) });
  });

  it.each([
    ['waits for the last listener to go', `process.once`, { code: null, signal: 'SIGTERM' }],
    ['leaves it to one that stays', `process.on`, { code: 3, signal: null }],
  ])('with a graceful signal %s', async (_, listen, expected) => {
    const ended = await endBySignal(`
      let times = 0;
      ${listen}('SIGTERM', () => {
        console.log('in good order');
        if (++times === 2) process.exit(3);
        setTimeout(() => console.log('ready'), 100);
      });
      onLeave(() => console.log('kept'), { graceful: ['SIGTERM'] });`);
    expect(ended).toEqual({
      ...expected,
      output: expect.stringMatching(/^ready\nin good order\nready\n(?:in good order\n)?kept\n$/),
    });
  });

  it('is gone when it was stopped', async () => {
    const ended = await endBySignal(`onLeave(() => console.log('kept'))();`);
    expect(ended).toEqual({ code: null, signal: 'SIGTERM', output: 'ready\n' });
  });
});

async function endBySignal(
  script: string,
): Promise<{ code: unknown; signal: unknown; output: string }> {
  const whole = `import { onLeave } from '${MODULE}'; ${script} console.log('ready'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', whole]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (text.endsWith('ready\n')) child.kill('SIGTERM');
  });
  const [code, signal]: unknown[] = await once(child, 'close');
  return { code, signal, output };
}
