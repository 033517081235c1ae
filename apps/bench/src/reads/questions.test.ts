import { expect, it } from 'vitest';
import { buildPath } from './questions.ts';

it.each([
  ['/whoami', {}, '/api/whoami'],
  ['/tests/{testId}', { testId: 'a b', limit: 5 }, '/api/tests/a%20b?limit=5'],
  ['/tests', { testId: ['a', 'b'], project: undefined }, '/api/tests?testId=a&testId=b'],
  [
    '/compare',
    { base: 'branch:main', head: 'latest' },
    '/api/compare?base=branch%3Amain&head=latest',
  ],
])('writes %s with %j as %s', (template, input, path) => {
  expect(buildPath(template, input)).toBe(path);
});
