import { parseArgs } from 'node:util';

/** Whose packages a release publishes, and where. */
export interface ReleaseOptions {
  /** With its `@`. */
  scope: string;
  /** Address of the repository's page, without `.git` and a slash at its end. */
  repository: string;
  registry: string;
  /** Checks and packs, and publishes nothing. */
  dryRun: boolean;
  /** Installs and uses the packages before it publishes them. */
  test: boolean;
}

export const USAGE = `Usage: pnpm release --scope @acme --repository https://github.com/acme/svc [flags]

Publishes the packages under your scope. The working tree stays as it is.

  --scope NAME        the npm scope that gets the packages
  --repository URL    the page of the repository; README, links and the action's address follow from it
  --registry URL      another registry than https://registry.npmjs.org
  --test              installs and uses the packages first (pnpm test:packed)
  --dry-run           checks and packs everything, and publishes nothing`;

/** @throws Error with a sentence for the person who typed the arguments. */
export function parseReleaseOptions(args: string[]): ReleaseOptions {
  const { values } = parseArgs({
    args,
    options: {
      scope: { type: 'string' },
      repository: { type: 'string' },
      registry: { type: 'string', default: 'https://registry.npmjs.org' },
      test: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const { scope = '', repository = '', registry, test, 'dry-run': dryRun } = values;
  if (!SCOPE.test(scope)) {
    throw new Error(`--scope '${scope}' is no npm scope: name one such as @acme.`);
  }
  if (!REPOSITORY.test(repository)) {
    throw new Error(
      `--repository '${repository}' is no repository's page: name one such as https://github.com/acme/svc.`,
    );
  }
  if (!URL.canParse(registry)) {
    throw new Error(
      `--registry '${registry}' is no address: name one such as https://npm.acme.com.`,
    );
  }
  return { scope, repository: repository.replace(/(?:\.git)?\/?$/, ''), registry, test, dryRun };
}

// What npm accepts for new packages, and no regular expression or address needs to escape.
const SCOPE = /^@[a-z0-9][a-z0-9_-]*$/;

/** `https://host/owner/name`; groups of GitLab may lie deeper. */
const REPOSITORY = /^https:\/\/[\w.:-]+(?:\/[\w.-]+){2,}\/?$/;
