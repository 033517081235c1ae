import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { toPosixPath, testId, type TestIdentity } from './test-identity.ts';

const TEST: TestIdentity = {
  project: 'web',
  variant: 'chromium',
  file: 'src/cart.test.ts',
  titlePath: ['cart', 'adds up'],
};

it('is the first 16 bytes of SHA-256 over the parts, joined with NUL', () => {
  const text = 'web\0chromium\0src/cart.test.ts\0cart\0adds up';
  const expected = createHash('sha256').update(text).digest('hex').slice(0, 32);
  expect(testId(TEST)).toBe(expected);
});

it('differs when any part does, and when parts are split differently', () => {
  const ids = [
    TEST,
    { ...TEST, project: 'api' },
    { ...TEST, variant: 'firefox' },
    { ...TEST, file: 'src/cart.test.tsx' },
    { ...TEST, titlePath: ['cart', 'adds', 'up'] },
    { ...TEST, titlePath: ['cart › adds up'] },
    { ...TEST, titlePath: ['cart\0adds up'] },
  ].map(testId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('treats no variant, an empty and a null one as the same', () => {
  const { variant: _, ...without } = TEST;
  const ids = [without, { ...TEST, variant: '' }, { ...TEST, variant: null }].map(testId);
  expect(new Set(ids).size).toBe(1);
});

it('writes every spelling of a path in the one POSIX way', () => {
  const spellings = ['src\\a.test.ts', './src/a.test.ts', 'src//a.test.ts', '././src/a.test.ts'];
  expect(new Set(spellings.map(toPosixPath))).toEqual(new Set(['src/a.test.ts']));
});
