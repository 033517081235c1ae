import { describe, expect, it } from 'vitest';
import { textOf, UserOutput } from './user-output.ts';

describe('UserOutput', () => {
  it('keeps the beginning and the end of what one test prints in many pieces', () => {
    const output = new UserOutput();
    for (let line = 0; line < 200_000; line++) print(output, `line ${line} ${'x'.repeat(1_000)}\n`);
    const text = textOf(output.of('a test'), 'stdout') ?? '';
    expect(text.length).toBeLessThan(1024 * 1024 + 2_000);
    expect(text).toMatch(/^line 0 x/);
    expect(text).toMatch(/\n… \[\d+ characters cut by svc\] …\n/);
    expect(text).toMatch(/\nline 199999 x+\n$/);
  });

  it('keeps the ends of one huge piece', () => {
    const output = new UserOutput();
    print(output, `begin${'x'.repeat(5_000_000)}end`);
    expect(textOf(output.of('a test'), 'stdout')).toMatch(
      /^beginx+\n… \[4737864 characters cut by svc\] …\nx+end$/,
    );
  });
});

function print(output: UserOutput, content: string): void {
  output.add('a test', { type: 'stdout', content, time: 0 });
}
