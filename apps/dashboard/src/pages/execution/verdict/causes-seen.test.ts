import { expect, it } from 'vitest';
import { describeCausesSeen } from './causes-seen.ts';

it.each([
  [0, 0, ''],
  [0, 3, '3 causes seen before.'],
  [1, 0, '1 cause first seen here.'],
  [1, 2, '1 cause first seen here, 2 seen before.'],
  [1200, 1, '1,200 causes first seen here, 1 seen before.'],
])(
  'says that %i causes are of this execution, and %i older, without "new"',
  (here, before, text) => {
    expect(describeCausesSeen({ here, before })).toBe(text);
  },
);
