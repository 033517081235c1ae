import { expect, it } from 'vitest';
import { parseReleaseOptions } from './options.ts';

const SCOPE = ['--scope', '@acme'];
const REPOSITORY = ['--repository', 'https://github.com/acme/svc'];

it('publishes to npm, unless told otherwise', () => {
  expect(
    parseReleaseOptions([...SCOPE, '--repository', 'https://github.com/acme/svc.git/']),
  ).toEqual({
    scope: '@acme',
    repository: 'https://github.com/acme/svc',
    registry: 'https://registry.npmjs.org',
    dryRun: false,
    test: false,
  });
});

it.each([
  [REPOSITORY, "--scope '' is no npm scope"],
  [['--scope', 'acme', ...REPOSITORY], "--scope 'acme' is no npm scope"],
  [['--scope', '@Acme', ...REPOSITORY], "--scope '@Acme' is no npm scope"],
  [SCOPE, "--repository '' is no repository's page"],
  [[...SCOPE, '--repository', 'git@github.com:acme/svc.git'], "is no repository's page"],
  [[...SCOPE, '--repository', 'https://github.com/acme'], "is no repository's page"],
  [[...SCOPE, ...REPOSITORY, '--registry', 'npm'], "--registry 'npm' is no address"],
  [[...SCOPE, ...REPOSITORY, '--dryrun'], "Unknown option '--dryrun'"],
])('refuses %j', (args, message) => {
  expect(() => parseReleaseOptions(args)).toThrow(message);
});
