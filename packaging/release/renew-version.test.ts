import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicPackages, ROOT } from '../public-packages.ts';
import { renewVersion } from './renew-version.ts';

it.each([
  ['version: 0.1.0\nappVersion: 0.1.0', 'version: 0.2.0\nappVersion: 0.2.0'],
  ['docker push registry.example.com/svc:0.1.0', 'docker push registry.example.com/svc:0.2.0'],
  ['npm install ./svc-vitest-reporter-0.1.0.tgz', 'npm install ./svc-vitest-reporter-0.2.0.tgz'],
  ['## 0.1.0\n\nThe first version is 0.1.0.', '## 0.1.0\n\nThe first version is 0.1.0.'],
  [
    'svc:0.1.01 svc:0.1.0.1 svc:0.1.0-rc.1 svc:011.0',
    'svc:0.1.01 svc:0.1.0.1 svc:0.1.0-rc.1 svc:011.0',
  ],
])('makes of %j: %j', (text, renewed) => {
  expect(renewVersion(text, '0.1.0', '0.2.0')).toBe(renewed);
});

it('has the version of the packages in every page that names an image or a tarball', () => {
  const { version = '' } = publicPackages()[0] ?? {};
  const named = globSync('docs/**/*.md', { cwd: ROOT }).flatMap((page) =>
    Array.from(
      readFileSync(join(ROOT, page), 'utf8').matchAll(/\bsvc(?::|-[a-z-]+-)(\d+\.\d+\.\d+)/g),
      ([, found]) => ({ page, found }),
    ),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter(({ found }) => found !== version)).toEqual([]);
});
