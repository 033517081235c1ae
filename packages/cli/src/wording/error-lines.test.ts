import { expect, it } from 'vitest';
import { plainLook } from '../../test/samples/plain-look.ts';
import { formatErrorLines } from './error-lines.ts';

it("reads the error's name from the stack, and the frames without the message before them", () => {
  const stack =
    'AssertionError: expected 1\n  to be 2\n    at a (src/a.ts:1:2)\n    at b (src/b.ts:3:4)';
  expect(formatErrorLines({ message: 'expected 1\n  to be 2', stack }, plainLook())).toEqual([
    'AssertionError: expected 1',
    '  to be 2',
    '  at a (src/a.ts:1:2)',
    '  at b (src/b.ts:3:4)',
  ]);
});

it('shows an error without a stack, with both sides, a snippet and a place', () => {
  const error = {
    message: 'differs',
    expected: 'a\nb',
    actual: 'c',
    snippet: '> 7 | expect(x)',
    location: { file: 'src/a.test.ts', line: 7 },
  };
  expect(formatErrorLines(error, plainLook())).toEqual([
    'differs',
    '  - a',
    '  - b',
    '  + c',
    '',
    '  at src/a.test.ts:7',
    '  > 7 | expect(x)',
  ]);
});

it('uses the message when the stack has another one', () => {
  const stack = 'Error: old words\n    at a (src/a.ts:1:2)';
  expect(formatErrorLines({ message: 'new words', stack }, plainLook())).toEqual([
    'new words',
    '  at a (src/a.ts:1:2)',
  ]);
});

it('reports how much of a very long message it leaves out', () => {
  const lines = formatErrorLines({ message: 'x\n'.repeat(500) }, plainLook());
  expect(lines).toHaveLength(61);
  expect(lines.at(-1)).toBe('… 440 more lines, in --json');
});

it('shows the place, the code there, and then the other frames of the stack', () => {
  const error = {
    message: 'differs',
    stack: 'Error: differs\n    at src/a.test.ts:7:3\n    at run (src/run.ts:1:2)',
    snippet: '> 7 |   expect(x)\n    |   ^',
    location: { file: 'src/a.test.ts', line: 7, column: 3 },
  };
  expect(formatErrorLines(error, plainLook())).toEqual([
    'Error: differs',
    '  at src/a.test.ts:7:3',
    '  > 7 |   expect(x)',
    '      |   ^',
    '  at run (src/run.ts:1:2)',
  ]);
});

it('cuts a very long line, and says how much it leaves out', () => {
  const [line = ''] = formatErrorLines({ message: `call log: ${'x'.repeat(1_990)}` }, plainLook());
  expect(line).toMatch(/^call log: x{490}… 1,500 more characters, in --json$/);
});

it('indents a chain of causes', () => {
  const error = { message: 'a', cause: { message: 'b', cause: { message: 'c' } } };
  expect(formatErrorLines(error, plainLook())).toEqual(['a', '  caused by b', '    caused by c']);
});
