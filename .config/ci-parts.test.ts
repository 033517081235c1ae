import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PARTS = fileURLToPath(new URL('../.ci/parts', import.meta.url));

const PASSED = `echo '      Tests  3 passed | 1 skipped (4)'`;

it.each<[what: string, parts: string, status: number, last: string[]]>([
  ['what passes', `tests a bash -c "${PASSED}"`, 0, ['3 passed, 0 failed']],
  [
    'a part that fails before one that passes',
    `part a false; tests b bash -c "${PASSED}"`,
    1,
    ['FAILED: a', '3 passed, 0 failed'],
  ],
  [
    'a command that fails after its tests have passed',
    `tests a bash -c "${PASSED}; exit 1"`,
    1,
    ['FAILED: a', '3 passed, 0 failed'],
  ],
  [
    'tests that never ran',
    `tests a bash -c "${PASSED}"; tests b true`,
    1,
    ['FAILED: b: no test ran', '3 passed, 0 failed'],
  ],
  [
    'a check that cannot check anything here',
    `tests a bash -c "${PASSED}"; check b echo 'LEFT OUT: no endpoint'`,
    0,
    ['NOT RUN: b: no endpoint', '3 passed, 0 failed'],
  ],
  [
    'a check that fails',
    `tests a bash -c "${PASSED}"; check b bash -c 'echo found; exit 1'`,
    1,
    ['FAILED: b', '3 passed, 0 failed'],
  ],
  [
    'tests that cannot run here',
    `tests a bash -c "${PASSED}"; tests b echo 'LEFT OUT: no tool'`,
    0,
    ['NOT RUN: b: no tool', '3 passed, 0 failed'],
  ],
])('.ci/parts sums up %s', (_, parts, status, last) => {
  const script = `set -uo pipefail; . "$0"; ${parts}; summary`;
  const run = spawnSync('bash', ['-c', script, PARTS], { encoding: 'utf8' });
  expect(run.stdout.trimEnd().split('\n').slice(-last.length)).toEqual(last);
  expect(run.status).toBe(status);
});

it.each([
  ['deploy Dockerfile', 'README.md\nDockerfile', true],
  ['deploy Dockerfile', 'deploy/helm/svc/values.yaml', true],
  ['deploy .dockerignore', '.dockerignore', true],
  ['deploy Dockerfile', 'docs/Dockerfile\nDockerfile.old\ndeployed/a', false],
  ['.dockerignore', 'adockerignore', false],
  ['deploy', '', false],
])('.ci/run finds in %s a change of %j: %s', (places, changed, touched) => {
  const { status } = spawnSync('bash', ['-c', '. "$0"; touches "$1" "$2"', PARTS, places, changed]);
  expect(status === 0).toBe(touched);
});

it('has slices for what exists', () => {
  const script = 'slice() { echo "$2"; }; long_slice() { slice "$@"; }; . .ci/slices';
  const listed = execFileSync('bash', ['-c', script], { cwd: ROOT, encoding: 'utf8' });
  const places = listed.split(/\s+/).filter((place) => place !== '');
  expect(places.length).toBeGreaterThan(15);
  expect(places.filter((place) => !existsSync(join(ROOT, place)))).toEqual([]);
});
