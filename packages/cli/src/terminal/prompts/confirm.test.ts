import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { confirm } from './confirm.ts';

it.each([
  ['y\n', true],
  ['Yes\n', true],
  ['n\n', false],
  ['\n', false],
  ['yesterday\n', false],
  ['', false],
])('understands the answer %j', async (answer, isAgreed) => {
  const output = new PassThrough();
  expect(await confirm('Delete it?', { input: Readable.from([answer]), output })).toBe(isAgreed);
  expect(String(output.read())).toContain('Delete it? [y/N] ');
});
