import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findProjectFrame, buildStackText } from './stack-frames.ts';

const OWN_FILE = fileURLToPath(import.meta.url);

describe('the frames of an error', () => {
  it('skips evaluated code, which has no file', () => {
    const { stack } = thrownBy(() => evaluate('throw new Error("no")'));
    expect(stack).toMatch(/eval at .*<anonymous>:\d+:\d+\)/);
    expect(findProjectFrame(stack)?.file).toBe(OWN_FILE);
  });

  it('shows the frames that a message quotes once, as part of the message', () => {
    const quoted = '    at shop (/shop/cart.js:1:2)';
    const { message, stack } = thrownBy(() => {
      throw new Error(`the page says\n${quoted}\n    at till (/shop/till.js:3:4)`);
    });
    const text = buildStackText(message, stack, (path) => path) ?? '';
    expect(text.split('\n').filter((line) => line === quoted)).toHaveLength(1);
    expect(text.startsWith(`${message}\n    at `)).toBe(true);
    expect(text).toContain(OWN_FILE);
  });
});

function evaluate(code: string): void {
  // oxlint-disable-next-line typescript/no-implied-eval -- evaluated code is what this is about
  new Function(code)();
}

function thrownBy(act: () => void): { message: string; stack: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof Error) return { message: error.message, stack: error.stack ?? '' };
  }
  throw new Error('nothing was thrown');
}
