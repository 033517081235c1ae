import { expect, it } from 'vitest';
import { computeFingerprint } from './fingerprint.ts';

it.each([
  ['item V1StGXR8z5jd was not found', 'item qWxkLmZtRpGh was not found'],
  ['item efbdfaad was not found', 'item 12345678 was not found'],
  ['item 3f2a9c1 was not found', 'item 1234e56 was not found'],
  ['item a8Xk/29dQpLm+Zt4rWv== was not found', 'item /Q9mXb7Tz2LkWc4RvYpJ8s== was not found'],
  ['item 01ARZ3NDEKTSV4RRFFQ69G5FAV was not found', 'item 7 was not found'],
  ['order ord_8sKq2LmZx91Vb failed', 'order ord_Zt4rWvQ9mXb7T failed'],
  ['no .CartSummary_box__a1B2c here', 'no .CartSummary_box__Zk9Qx here'],
  ['sent at 10:11 PM today', 'sent at 3:04 AM today'],
  ['sent at 14:05:09 today', 'sent at 7:00 pm today'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln expired', 'token eyJhbGciOi.e30 expired'],
  ['java.lang.NullPointerException', 'java.lang.NullPointerException  \t'],
  ['java.lang.NullPointerException', 'java.lang.NullPointerException\n\nsee the log of the server'],
  [
    'java.lang.NullPointerException',
    'java.lang.NullPointerException\n\tat shop.Cart.add(Cart.java:12)',
  ],
  ['java.lang.NullPointerException', 'java.lang.NullPointerException: null'],
  ['Exception in thread "main" java.lang.NullPointerException', 'java.lang.NullPointerException'],
  [
    'No element found using locator: by.buttonText("New") [worker 4]',
    'No element found using locator: by.buttonText("New") [worker 12]',
  ],
  ["Locator: getByText('17 items left')", "Locator: getByText('3 items left')"],
  [
    'AssertionError: promise resolved "1" instead of rejecting',
    'Error: promise resolved "2" instead of rejecting',
  ],
])('%s is the same failure as %s', (left, right) => {
  const place = { stack: '\tat shop.Cart.add(Cart.java:12)' };
  expect(computeFingerprint({ ...place, message: left }).fingerprint).toBe(
    computeFingerprint({ ...place, message: right }).fingerprint,
  );
});

it.each([
  '/home/runner/work/repo/repo/',
  '/Users/ann/code/repo/',
  '/home/ann/dev/repo/',
  'C:\\Users\\ann\\source\\repo\\',
  'D:\\a\\repo\\repo\\',
  '/private/tmp/repo/',
  '/mnt/x7/checkouts/Repo/',
  'file:///Users/ann/src/repo/',
  '/app/',
  '',
])('is the same in a checkout at %s', (root) => {
  const separator = root.includes('\\') ? '\\' : '/';
  const at = (path: string): string => root + path.replaceAll('/', separator);
  const failure = (path: string) => ({
    message: `ENOENT: cannot open '${at('packages/repo/data/cart.json')}'`,
    stack: `Error: ENOENT\n    at save (${at(path)}:1:2)`,
  });
  for (const path of ['src/x/y/a.ts', 'packages/repo/src/a.ts', 'core/a.ts']) {
    const { pattern } = computeFingerprint(failure(path), { repository: 'acme/repo' });
    expect(pattern).toBe(`ENOENT: cannot open 'packages/repo/data/cart.json' · ${path} save`);
  }
});

it('reads frames whose colours lost their escape', () => {
  const stack = '[90m    at [39madd ([36msrc/cart.ts[39m:12:5)';
  expect(computeFingerprint({ message: 'gone', stack }).pattern).toBe('gone · src/cart.ts add');
});
