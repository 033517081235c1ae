import { expect, it } from 'vitest';
import { splitPattern } from './pattern-parts.ts';

it('takes placeholders apart from text, and leaves other angle brackets', () => {
  expect(splitPattern('Expected <n>, received <n> in <div> of <uuid>')).toEqual([
    { text: 'Expected ', isPlaceholder: false },
    { text: 'n', isPlaceholder: true },
    { text: ', received ', isPlaceholder: false },
    { text: 'n', isPlaceholder: true },
    { text: ' in <div> of ', isPlaceholder: false },
    { text: 'uuid', isPlaceholder: true },
  ]);
  expect(splitPattern('<script>alert(1)</script>')).toEqual([
    { text: '<script>alert(1)</script>', isPlaceholder: false },
  ]);
});

it('cuts a pattern of a megabyte', () => {
  const [part] = splitPattern('x'.repeat(1_000_000));
  expect(part?.text).toHaveLength(600);
});
