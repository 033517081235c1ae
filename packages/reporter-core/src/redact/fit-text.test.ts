import { describe, expect, it } from 'vitest';
import { fitText } from './fit-text.ts';

const SECRET = 's3cr3t-value-of-a-variable';
const mask = (text: string) => text.replaceAll(SECRET, '***');

describe('fitText', () => {
  it('reports how much it cut from a text when it reads only the ends', () => {
    const text = `begin ${'x'.repeat(5_000_000)} end`;
    const fitted = fitText(text, mask, { maxBytes: 1_000, keep: 'ends' });
    const [, kept, cut] =
      /^(begin x+)\n… \[(\d+) characters cut by svc\] …\nx+ end$/.exec(fitted) ?? [];
    expect(kept).toBeDefined();
    const shown = fitted.replace(/\n….*…\n/, '').length;
    expect(Number(cut)).toBe(text.length - shown);
    expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(1_000);
  });

  it('keeps no half of a secret at any position', () => {
    const length = 400_000;
    for (let at = 0; at < length; at += 997) {
      const text = `${'x'.repeat(at)}${SECRET}${'y'.repeat(length - at)}`;
      const fitted = fitText(text, mask, { maxBytes: 10_000, keep: 'ends' });
      expect(fitted).not.toMatch(/s3cr|able/);
    }
  });

  it('removes the edge of the window even if masks have shortened the text', () => {
    // Masks shorten the beginning so much that half a secret at its end would be kept.
    const text = SECRET.repeat(100_000);
    for (const keep of ['head', 'ends'] as const) {
      const fitted = fitText(`z${text}`, mask, { maxBytes: 20_000, keep });
      expect(fitted).not.toMatch(/s3cr|able/);
    }
  });

  it('searches less than 1 MB of a text of 200 MB', () => {
    let read = 0;
    const count = (text: string) => {
      read += text.length;
      return text;
    };
    fitText('x'.repeat(200_000_000), count, { maxBytes: 256 * 1024, keep: 'ends' });
    expect(read).toBeLessThan(1_000_000);
  });
});
