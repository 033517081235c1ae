import { expect, it } from 'vitest';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../terminal/glyphs.ts';
import { formatCodeFrame } from './code-frame.ts';

const LONG = `  const total = ${'subtotal + '.repeat(12)}expect(price).toBe(100); // ${'and so on '.repeat(9)}`;
const FRAME = [
  '  6 | it("adds up", () => {',
  `> 7 | ${LONG}`,
  `    | ${' '.repeat(LONG.indexOf('expect'))}^`,
  '  8 | });',
];

const cut = (columns: number, column?: number, glyphs = UNICODE_GLYPHS) =>
  `\n${formatCodeFrame(FRAME, column, { columns, glyphs }).join('\n')}\n`;

it('cuts all lines alike, so that the marker stays below its column', () => {
  expect(cut(40)).toMatchInlineSnapshot(`
    "
      6 | it("adds up", () => {
    > 7 | …ubtotal + expect(price).toBe(100…
        |            ^
      8 | });
    "
  `);
  expect(cut(80)).toMatchInlineSnapshot(`
    "
      6 | it("adds up", () => {
    > 7 | … subtotal + subtotal + expect(price).toBe(100); // and so on and so on a…
        |                         ^
      8 | });
    "
  `);
  expect(cut(80, undefined, ASCII_GLYPHS)).toContain('> 7 | ...');
  for (const columns of [40, 80, 120]) {
    const lines = formatCodeFrame(FRAME, undefined, { columns, glyphs: UNICODE_GLYPHS });
    expect(lines.every((line) => line.length <= columns)).toBe(true);
    const [, code = '', marker = ''] = lines;
    expect(code.slice(marker.indexOf('^'))).toMatch(/^expect\(/);
  }
});

it('takes the column of the error if no line marks one, and the beginning without one', () => {
  const unmarked = [`  7| ${LONG}`];
  const at = (column?: number) =>
    formatCodeFrame(unmarked, column, { columns: 40, glyphs: UNICODE_GLYPHS }).join('');
  expect(at(LONG.indexOf('expect') + 1)).toContain('expect(price)');
  expect(at()).toMatch(/^ {2}7\| {3}const total = .*…$/);
});

it('leaves frames that fit, and cuts wide characters by their columns', () => {
  expect(
    formatCodeFrame(['> 1 | a', '    | ^'], 1, { columns: 40, glyphs: UNICODE_GLYPHS }),
  ).toEqual(['> 1 | a', '    | ^']);
  const wide = [`> 1 | ${'日本'.repeat(40)}`];
  expect(formatCodeFrame(wide, 1, { columns: 40, glyphs: UNICODE_GLYPHS })[0]).toHaveLength(
    6 + 16 + 1,
  );
});
