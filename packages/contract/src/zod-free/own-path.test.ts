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

it('takes no longer for slashes than for letters', () => {
  const startedAt = performance.now();
  cutOwnPath(`${'/'.repeat(200_000)}x`);
  // The square of this number takes twenty seconds.
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
