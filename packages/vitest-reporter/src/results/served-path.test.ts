import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { toDiskPath } from './served-path.ts';

const FILE = fileURLToPath(import.meta.url);
const ROOT = dirname(FILE);

it.each([
  ['by its path below the root', 'http://localhost:63315/served-path.test.ts?t=1'],
  ['by its whole path', `http://localhost:63315${FILE}?import&browserv=1795289805158`],
  ['outside of the root', `https://127.0.0.1:63315/@fs${FILE}`],
])('finds a file that Vite serves %s', (_, address) => {
  expect(toDiskPath(address, ROOT)).toBe(FILE);
});

it.each(['https://cdn.example.com/shop.js?v=1', FILE, 'src/cart.ts', 'node:fs'])(
  'leaves %s as it is',
  (file) => {
    expect(toDiskPath(file, ROOT)).toBe(file);
  },
);
