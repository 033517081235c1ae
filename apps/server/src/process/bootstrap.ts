import { join } from 'node:path';
import {
  DEFAULT_OWNER_EMAIL,
  makeOwner,
  generateOneTimePassword,
  createApiKey,
  storeApiKey,
  makeDefaultOrganization,
} from '../people/index.ts';
import { ConfigError, type Config } from '../config.ts';
import { createScope, type TransactionScope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';

/**
 * On an empty database, creates the organization "Default", its owner and its first API key in one transaction.
 * Returns the lines for the person who started the server: always the address, and after the first start each
 * generated secret. A secret that came from the settings is not printed.
 */
export async function bootstrap(deps: Deps): Promise<string[]> {
  const organization = createScope(deps.database, deps.random.id());
  const made = await organization.transaction((scope) => makeFirst(deps, scope));
  return [
    `svc ${deps.version} is ready`,
    `  address   ${deps.config.baseUrl}   (API reference: ${deps.config.baseUrl}/api/docs)`,
    ...(deps.config.databaseUrl === null ? [`  data      ${deps.config.dataDir}`] : []),
    ...(made === null ? [] : describeFirstStart(deps, made)),
  ];
}

/** The generated values; null where the settings had one. */
interface MadeUp {
  email: string | null;
  password: string | null;
  apiKey: string | null;
}

async function makeFirst(deps: Deps, scope: TransactionScope): Promise<MadeUp | null> {
  const { bootstrapEmail, bootstrapPassword, bootstrapApiKey, passwords } = deps.config;
  if (!(await makeDefaultOrganization(scope, deps.clock.now()))) return null;
  if (!passwords && bootstrapEmail === null) {
    throw new ConfigError([
      'SVC_BOOTSTRAP_EMAIL is missing: with SVC_PASSWORDS=off, the owner signs in with a provider, which knows them by their address.',
    ]);
  }
  const password = bootstrapPassword ?? generateOneTimePassword(deps.random);
  await makeOwner(deps, scope, {
    email: bootstrapEmail ?? DEFAULT_OWNER_EMAIL,
    password,
    mustChangePassword: bootstrapPassword === null,
  });
  const key = { name: 'First key', createdBy: null };
  const { text } =
    bootstrapApiKey === null
      ? await createApiKey(deps, scope, key)
      : await storeApiKey(deps, scope, { ...key, text: bootstrapApiKey });
  return {
    email: bootstrapEmail === null ? DEFAULT_OWNER_EMAIL : null,
    password: bootstrapPassword === null && passwords ? password : null,
    apiKey: bootstrapApiKey === null ? text : null,
  };
}

function describeFirstStart({ config }: Deps, { email, password, apiKey }: MadeUp): string[] {
  const url = config.baseUrl === REPORTERS_DEFAULT_URL ? '' : `SVC_URL=${config.baseUrl} `;
  const { install, reporter, command } = chooseTools(config);
  return [
    ...(email === null ? [] : [`  owner     ${email}`]),
    ...(password === null
      ? []
      : [`  password  ${formatShownOnce(password)}; the first sign-in asks for a new one`]),
    ...(apiKey === null ? [] : [`  API key   ${formatShownOnce(apiKey)}`]),
    '',
    `Report a first run from a project with Vitest${apiKey === null ? ', with the key that you set' : ''}:`,
    ...install,
    `  export ${url}SVC_API_KEY=${apiKey ?? 'svc_…'}`,
    `  npx vitest run --reporter=default --reporter=${reporter}`,
    'Then ask what failed:',
    `  ${command} executions show latest`,
    `Jest, Playwright and report files: ${config.baseUrl}/start`,
  ];
}

/** The reporter and the command as a shell in the user's project finds them: in a checkout, npm may not have them. */
function chooseTools({ checkoutDir }: Config): {
  install: string[];
  reporter: string;
  command: string;
} {
  if (checkoutDir === null) {
    return {
      install: [`  npm install --save-dev ${REPORTER}`],
      reporter: quoteWord(REPORTER),
      command: 'npx @svc/cli',
    };
  }
  return {
    install: [],
    reporter: quoteWord(join(checkoutDir, 'packages/vitest-reporter/dist/index.js')),
    command: `node ${quoteWord(join(checkoutDir, 'packages/cli/bin/svc.js'))}`,
  };
}

/** Quotes a word for a POSIX shell. */
function quoteWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Aligns the note behind the password and the key; a key has 40 characters. */
function formatShownOnce(secret: string): string {
  return `${secret.padEnd(43)}shown this once`;
}

const REPORTER = '@svc/vitest-reporter';

// The reporters' default when SVC_URL is not set.
const REPORTERS_DEFAULT_URL = 'http://localhost:4400';
