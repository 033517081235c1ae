import { expect, it } from 'vitest';
import { deriveSameCode } from './part-identity.ts';

function codeOf(runtime: string): string | null {
  return deriveSameCode({ git: { commit: 'c0ffee' }, environment: { runtime } }, 'shop');
}

it.each([
  ['node 24.1.0', 'node 24.21.3'],
  ['node v24.1.0', 'node v24.2.0'],
  ['java 21.0.1', 'java 21.0.4'],
  ['java 1.8.0_392', 'java 1.8.0_402'],
  ['dotnet 9.0.100', 'dotnet 9.1.0'],
  ['.NET 9.0.1', '.NET 9.0.2'],
  ['bun 1.2.3', 'bun 1.2.9'],
  ['python 3.12.1', 'python 3.12.4'],
  ['go 1.22', 'go 1.22.4'],
  ['go1.22.1 linux/amd64', 'go1.22.4 linux/arm64'],
  ['elixir 1.17.0', 'elixir 1.17.3-otp-27'],
  ['CPython 3.13.0rc1', 'CPython 3.13.1'],
])('runs with %s and %s may contradict each other', (one, other) => {
  expect(codeOf(one)).toBe(codeOf(other));
});

it.each([
  ['node 22.9.0', 'node 24.9.0'],
  ['java 17.0.1', 'java 21.0.1'],
  ['java 1.7.0', 'java 1.8.0'],
  ['python 3.9.18', 'python 3.12.4'],
  ['CPython 3.9', 'PyPy 3.9'],
  ['go 1.21.9', 'go 1.22.4'],
  ['go1.21.9', 'go1.22.4'],
  ['ruby 3.2.0', 'ruby 3.3.0'],
  ['PHP 8.2.10', 'PHP 8.3.0'],
  ['rustc 1.79.0', 'rustc 1.80.0'],
  ['elixir 1.16.0', 'elixir 1.17.0'],
  ['deno 2.0.0', 'deno 2.1.0'],
  ['swift 5.9', 'swift 5.10'],
  ['nightly', 'stable'],
])('runs with %s and %s do not', (one, other) => {
  expect(codeOf(one)).not.toBe(codeOf(other));
});
