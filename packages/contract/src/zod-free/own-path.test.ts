import { expect, it } from 'vitest';
import { cutOwnPath } from './own-path.ts';

it.each([
  ['/svc/executions/12', '/svc'],
  ['/svc//api/ingest', '/svc'],
  ['/svc/', '/svc'],
  ['/api', ''],
  ['///', ''],
  ['', ''],
  ['/svc/executions-of-acme', '/svc/executions-of-acme'],
])('leaves of %j %j', (path, left) => {
  expect(cutOwnPath(path)).toBe(left);
});

it('takes about as long for slashes as for letters', () => {
  // The square of this number takes ten thousand times as long.
  expect(measureFastest('/')).toBeLessThan(1_000 * measureFastest('a'));
});

function measureFastest(letter: string): number {
  const path = `/${letter.repeat(200_000)}x`;
  const times = [1, 2, 3].map(() => {
    const startedAt = performance.now();
    cutOwnPath(path);
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}
