import { expect, it } from 'vitest';
import { findTopFrame } from './stack-frame.ts';

it.each([
  ['    at Cart.add (src/cart.ts:12:5)', 'src/cart.ts Cart.add'],
  ['    at async Object.add [as put] (src/cart.ts:12:5)', 'src/cart.ts add'],
  ['    at src/cart.ts:12:5', 'src/cart.ts '],
  ['    at Object.<anonymous> (src/cart.test.ts:3:1)', 'src/cart.test.ts '],
  ['    at Page (/repo/app/(shop)/page.tsx:3:1)', 'app/(shop)/page.tsx Page'],
  ['    at add (webpack-internal:///./src/cart.ts:1:2)', 'src/cart.ts add'],
  ['    at add (webpack://shop/./src/cart.ts?a1b2:1:2)', 'src/cart.ts add'],
  ['    at add (file:///home/runner/work/shop/shop/src/cart.ts:1:2)', 'src/cart.ts add'],
  ['    at add (D:\\a\\shop\\shop\\src\\cart.ts:1:2)', 'src/cart.ts add'],
  ['    at add (file:///D:/a/shop/shop/src/cart.ts:1:2)', 'src/cart.ts add'],
  ['    at add (/builds/team/shop/src/cart.ts:1:2)', 'src/cart.ts add'],
  ['    at add (/app/src/cart.ts:1:2)', 'src/cart.ts add'],
  ['    at add (/github/workspace/src/cart.ts:1:2)', 'src/cart.ts add'],
  [
    '    at add (/Users/ada/code/shop/packages/cart/src/add.ts:1:2)',
    'packages/cart/src/add.ts add',
  ],
  ['    at add (C:\\Users\\ada\\shop\\src\\cart.ts:1:2)', 'src/cart.ts add'],
  ['    at add (http://localhost:5173/src/cart.ts?t=1700000000000:1:2)', 'src/cart.ts add'],
  ['    at add (http://localhost:5173/@fs/home/ada/shop/src/cart.ts?v=1:1:2)', 'src/cart.ts add'],
  ['    at add (https://shop.example/assets/index-BkH3pQ9z.js:1:2)', 'assets/index-<id>.js add'],
  ['    at add (new.js:1:1 <- old.js:5:5)', 'new.js add'],
  ['add@http://localhost:5173/src/cart.ts:12:5', 'src/cart.ts add'],
  [' ❯ add src/cart.ts:12:5', 'src/cart.ts add'],
  [' ❯ src/cart.ts:12:5', 'src/cart.ts '],
  ['\tat shop.Cart.add(Cart.java:12)', 'shop/Cart.java Cart.add'],
  ['\tat app//shop.Cart$1.lambda$add$0(Cart.java:12)', 'shop/Cart.java Cart.lambda$add'],
  ['   at Shop.Cart.Add(Int32 n) in /src/Shop/Cart.cs:line 12', 'src/Shop/Cart.cs Shop.Cart.Add'],
  ["src/cart.rb:12:in 'add'", 'src/cart.rb add'],
  ['\t/builds/team/shop/cart.go:12 +0x1d', 'cart.go '],
  ['tests/test_cart.py:12: AssertionError', 'tests/test_cart.py '],
])('reads %s', (line, expected) => {
  const frame = findTopFrame({ message: 'broken', stack: `Error: broken\n${line}` });
  expect(`${frame?.file} ${frame?.functionName}`).toBe(expected);
});

it('skips engines, packages and runners', () => {
  const stack = [
    '    at node:internal/process/task_queues:95:5',
    '    at fail (node:assert:10:2)',
    '    at Module._load (module.js:276:25)',
    '    at run (/x/node_modules/.pnpm/a@1.0.0/node_modules/a/index.js:1:1)',
    '    at native',
    '    at eval (eval at run (/x/y.js:1:1), <anonymous>:1:1)',
    '    at Promise.all (index 0)',
    '    at add (src/cart.ts:1:1)',
    '    at later (src/shop.ts:1:1)',
  ].join('\n');
  expect(findTopFrame({ message: '', stack })).toEqual({
    file: 'src/cart.ts',
    functionName: 'add',
  });
});

it('skips the libraries of Java and uses the most recent call of Python', () => {
  const java =
    '\tat java.base/java.util.List.get(List.java:1)\n\tat org.junit.Assert.fail(Assert.java:8)';
  expect(findTopFrame({ message: '', stack: java })).toBeUndefined();
  const python = [
    'Traceback (most recent call last):',
    '  File "/builds/team/shop/tests/test_cart.py", line 8, in test_add',
    '    add(1)',
    '  File "/builds/team/shop/shop/cart.py", line 3, in add',
    '    raise ValueError',
    '  File "/usr/lib/python3.12/json/decoder.py", line 3, in decode',
  ].join('\n');
  expect(findTopFrame({ message: '', stack: python })).toEqual({
    file: 'shop/cart.py',
    functionName: 'add',
  });
});

it("uses the error's own relative path for a path under an unknown root, and falls back to it", () => {
  const location = { file: 'core/cart.ts', line: 3 };
  const stack = '    at add (/mnt/x7/checkout/core/cart.ts:3:1)';
  expect(findTopFrame({ message: '', stack, location })?.file).toBe('core/cart.ts');
  expect(findTopFrame({ message: '', location })).toEqual({
    file: 'core/cart.ts',
    functionName: '',
  });
  expect(findTopFrame({ message: 'nothing' })).toBeUndefined();
});

it('finds the frame below a message of 64 KB', () => {
  const stack = `Error: ${'x\n'.repeat(32_000)}\n    at add (src/cart.ts:1:1)`;
  expect(findTopFrame({ message: 'x', stack })?.functionName).toBe('add');
});
