import { expect, it } from 'vitest';
import { parseFrames } from './frames.ts';

const PYTHON = `Traceback (most recent call last):
  File "/app/tests/test_cart.py", line 12, in test_total
    total(cart)
  File "/usr/lib/python3.12/functools.py", line 8, in wrapper
  File "/app/shop/outer.py", line 7, in outer
  File "/app/shop/cart.py", line 41, in total`;
const GO = `goroutine 7 [running]:
shop/internal/cart.(*Cart).Total(...)
\t/home/runner/work/shop/shop/internal/cart/cart.go:41
shop/internal/cart.TestTotal(0xc000)
\t/home/runner/work/shop/shop/internal/cart/cart_test.go:12 +0x1d`;
const JAVA = `java.lang.IllegalStateException: no environment
\tat com.fasterxml.jackson.Reader.read(Reader.java:277)
\tat com.acme.cart.Cart.total(Cart.java:41)
\tat com.acme.CartTest.appliesDiscount(CartTest.java:33)`;

it.each([
  [
    'a folder of features',
    'at total (/home/runner/work/shop/shop/src/features/cart/total.ts:9:22)',
    'product src/features/cart/total.ts:9',
  ],
  [
    'Italian messages',
    'at read (/home/runner/work/shop/shop/src/messages.it.ts:3:1)',
    'product src/messages.it.ts:3',
  ],
  [
    'a checkout below a folder of tests',
    'at total (/builds/e2e/shop/src/total.ts:9:22)',
    'product src/total.ts:9',
  ],
  ['Windows', String.raw`at total (D:\a\shop\shop\src\total.ts:9:22)`, 'product src/total.ts:9'],
  ['Go below internal/', GO, 'product internal/cart/cart.go:41'],
  ['Node itself', 'at node:internal/process/task_queues:95:5', undefined],
  ['Python, innermost last', PYTHON, 'product shop/cart.py:41'],
  ['Java', JAVA, 'product com/acme/cart/Cart.java:41'],
  ['a line of a log', '# ./app/cart.rb:12', 'product app/cart.rb:12'],
])('reads the frames of %s', (_, stack, first) => {
  const { own } = parseFrames(stack);
  const [frame] = own;
  expect(frame && `${frame.owner} ${frame.path}:${frame.lineNumber}`).toBe(first);
});

it('takes the file of the test for test code, whatever its name', () => {
  const stack = 'at check (/app/src/check.ts:3:1)\nat total (/app/src/total.ts:9:22)';
  expect(parseFrames(stack, { file: 'src/check.ts' }).own.map(({ owner }) => owner)).toEqual([
    'test',
    'product',
  ]);
});

it("takes packages of others for libraries where the test's package is known", () => {
  expect(parseFrames(JAVA).own.map(({ path }) => path)).toEqual([
    'com/acme/cart/Cart.java',
    'com/acme/CartTest.java',
  ]);
});

it("finds the repository's root by its name", () => {
  const stack = 'at total (/srv/work/area/shop/cart/total.ts:9:22)';
  expect(parseFrames(stack, { repository: 'acme/shop' }).product?.path).toBe('cart/total.ts');
});

it('compares one name of a package without a public domain', () => {
  const stack =
    '\tat shop.auth.Login.check(Login.java:4)\n\tat shop.api.LoginTest.fails(LoginTest.java:9)';
  expect(parseFrames(stack).product?.path).toBe('shop/auth/Login.java');
});

it('says where a path is a guess', () => {
  const [known, guess] = parseFrames(
    'at a (/home/runner/work/shop/shop/src/a.ts:1:1)\nat b (/srv/ci/7/acme/billing/b.ts:2:2)',
  ).own;
  expect([known?.isGuess, guess?.isGuess]).toEqual([false, true]);
});
