import { expect, it } from 'vitest';
import { isChanged } from './changed-code.ts';

it.each([
  ['src/index.ts', ['src/index.ts'], true],
  ['packages/a/src/index.ts', ['src/index.ts'], false],
  ['packages/a/index.ts', ['index.ts'], false],
  ['/srv/shop/src/cart.ts', ['src/cart.ts'], true],
  ['/srv/shop/src/index.ts', ['index.ts'], false],
  [String.raw`C:\shop\src\cart.ts`, ['src/cart.ts'], true],
])('%s with changes of %j: %s', (path, changed, expected) => {
  expect(isChanged(path, new Set(changed))).toBe(expected);
});
