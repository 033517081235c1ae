import { expect, it } from 'vitest';
import { parseSnippet } from './snippet-lines.ts';

it('reads numbers, the failing line and the caret below it', () => {
  const snippet =
    '  87 |   const a = 1\n\u001b[31m> 88 |   expect(a).toBe(2)\u001b[39m\n     |             ^\n  89 | })';
  expect(parseSnippet(snippet)).toEqual([
    { number: 87, code: '  const a = 1', isHit: false },
    { number: 88, code: '  expect(a).toBe(2)', isHit: true },
    { number: null, code: '            ^', isHit: true },
    { number: 89, code: '})', isHit: false },
  ]);
});

it('keeps text of another form as code', () => {
  expect(parseSnippet('const a = 1')).toEqual([
    { number: null, code: 'const a = 1', isHit: false },
  ]);
});
