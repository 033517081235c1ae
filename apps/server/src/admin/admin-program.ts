import { Command, InvalidArgumentError } from 'commander';
import { apiKeyInput, apiKeyScope, type ApiKeyScope } from '@svc/contract/people/api-keys';
import { emailAddress, role, type Role } from '@svc/contract/people/members';
import { backUp, checkOnly, restore } from './commands/backup.ts';
import { distributeTables, isolate, moveOrganization, showCluster } from './commands/citus.ts';
import { testMail } from './commands/mail.ts';
import { createKey, listKeys, revokeKeyById } from './commands/keys.ts';
import {
  createOrganizationWithKey,
  eraseOrganization,
  showOrganizations,
} from './commands/organizations.ts';
import { setQuota } from './commands/quota.ts';
import { eraseProject, showProjects } from './commands/projects.ts';
import { applyNow, setRetention, showRetention } from './commands/retention.ts';
import { rebuild } from './commands/rollups.ts';
import { rotateSecrets, rotateToNewSecret, showSecrets } from './commands/secrets.ts';
import { addUser, removeUser, resetUserPassword, showUsers } from './commands/users.ts';
import {
  runOnCluster,
  runWithConfig,
  runWithOrganization,
  runWithStore,
  type CommandOrganization,
} from './with-store.ts';
import { DEFAULT_SHARDS } from '../db/citus/distribute.ts';
import { type Deps, version } from '../deps.ts';
import { acceptSharedSettings } from '../process/shared-settings.ts';

type Days = number | 'off';
type Quota = number | 'default';

/** The grammar of svc-admin. A command opens the database when it runs, not before. */
export const program = new Command('svc-admin')
  .description('Looks after an svc server from its own machine, with the settings of the server.')
  .version(version)
  .option(
    '--organization <id or name>',
    'for which organization keys, projects and retention are; by default the oldest',
  )
  .showSuggestionAfterError()
  .showHelpAfterError('(svc-admin --help lists what there is)');

program
  .command('migrate')
  .description('bring the database up to date; the server does so itself at every start')
  .action(() => runWithStore(async () => ['The database is up to date.']));

program
  .command('backup')
  .description('back up database and artifacts as of one moment; servers may keep running')
  .argument(
    '<folder>',
    'gets a folder for each backup, and one with the artifacts of all',
    parseFolder,
  )
  .option('--keep <number>', 'then delete all but the newest of the folder', parseKeep)
  .action((folder: string, options: { keep?: number }) =>
    runWithStore((deps) => backUp(deps, folder, options)),
  );

program
  .command('restore')
  .description('restore a backup into an empty database and an empty storage; no server may run')
  .argument(
    '<folder>',
    'that of one backup, or that of `backup`, whose newest is restored',
    parseFolder,
  )
  .option('--check', 'only compare the backup with its manifest, artifacts included')
  .option('--other-secret', 'go on although the secret of the backup is lost')
  .action((folder: string, options: { check?: true; otherSecret?: true }) =>
    options.check === true
      ? runWithConfig(() => checkOnly(folder))
      : runWithConfig((config) =>
          restore(config, folder, { otherSecret: options.otherSecret === true }),
        ),
  );

program
  .command('rollups')
  .description('what the answers are read from')
  .command('rebuild')
  .description('derive all roll-ups again from the stored results; servers may go on meanwhile')
  .action(() => runWithStore(rebuild));

const retention = program
  .command('retention')
  .description('for how long results, artifacts and roll-ups are kept; by default without limit');

retention
  .command('show')
  .description('what is kept for how long, and how large the database is')
  .action(() => runForOrganization(showRetention));

retention
  .command('set')
  .description('set one or more of them, in days; `off` removes the limit')
  .option('--results <days>', 'results with their errors and output', parseDays)
  .option('--artifacts <days>', 'files that tests attached', parseDays)
  .option(
    '--roll-ups <days>',
    'executions, failures and counts of runs; not less than results',
    parseDays,
  )
  .action((options: { results?: Days; artifacts?: Days; rollUps?: Days }) =>
    runForOrganization((deps, organization) =>
      setRetention(deps, organization, replaceWordByNull(options, 'off')),
    ),
  );

retention
  .command('apply')
  .description('delete now what is not kept any longer; the server does so every hour')
  .action(() => runWithStore(applyNow));

const secrets = program
  .command('secrets')
  .description('which key encrypts the stored URLs and secrets of webhooks');

secrets
  .command('show')
  .description('list the keys, and how much each has encrypted')
  .action(() => runWithStore(showSecrets));

secrets
  .command('rotate')
  .description(
    'encrypt everything with the key of the present SVC_SECRET, after a change of it; servers may keep running',
  )
  .option('--new', 'generate a new secret in the data directory first, which ends all sessions')
  .action((options: { new?: true }) =>
    runWithStore(options.new === true ? rotateToNewSecret : rotateSecrets),
  );

program
  .command('mail')
  .description('the mail that the server sends')
  .command('test')
  .description(
    'send a mail now, with the settings of the server, and print what the mail server says',
  )
  .argument('<e-mail>', 'who gets it', parseEmail)
  .action((email: string) => runWithConfig((config) => testMail(config, email)));

program
  .command('servers')
  .description('what several servers of one database have in common')
  .command('accept')
  .description(
    'let them share the secret and the storage of these settings, if the former are lost',
  )
  .action(() => runWithStore(acceptSharedSettings));

const citus = program
  .command('citus')
  .description('the tables on a Citus cluster, whose coordinator DATABASE_URL names');

citus
  .command('distribute')
  .description(
    'move the tables of organizations to the nodes of the cluster; stop all servers before',
  )
  .option('--dry-run', 'only say what would be done')
  .option(
    '--shards <number>',
    'into how many parts organizations are divided, and so the most nodes that share them',
    parseShards,
    DEFAULT_SHARDS,
  )
  .action((options: { dryRun?: true; shards: number }) =>
    runOnCluster((database, migrate) => distributeTables(database, { ...options, migrate })),
  );

citus
  .command('status')
  .description('list the nodes with their sizes, and the largest organizations')
  .action(() => runOnCluster(showCluster));

citus
  .command('move')
  .description('move an organization, with those of its shard, to a node; servers may keep running')
  .argument('<id or name>', 'as `organizations list` shows it')
  .requiredOption('--to <host:port>', 'the node, as `citus status` shows it')
  .action((which: string, { to }: { to: string }) =>
    runOnCluster((database) => moveOrganization(database, which, to)),
  );

citus
  .command('isolate')
  .description('give an organization a shard of its own; servers may keep running')
  .argument('<id or name>', 'as `organizations list` shows it')
  .action((which: string) => runOnCluster((database) => isolate(database, which)));

const organizations = program
  .command('organizations')
  .description('list, make and delete organizations');

organizations
  .command('list')
  .description('list the organizations, the oldest first')
  .option('--json', 'as JSON')
  .action((options: { json?: true }) =>
    runWithStore((deps) => showOrganizations(deps, options.json === true)),
  );

organizations
  .command('create')
  .description('make an organization and print its first API key, once')
  .argument('<name>', 'its name')
  .action((name: string) => runWithStore((deps) => createOrganizationWithKey(deps, name)));

organizations
  .command('delete')
  .description('permanently delete an organization with everything it stored')
  .argument('<id or name>', 'as `organizations list` shows it')
  .requiredOption('--yes', 'without it, nothing is deleted')
  .action((which: string) => runWithStore((deps) => eraseOrganization(deps, which)));

organizations
  .command('quota')
  .description('show what an organization stores and may store, or set how much it may')
  .argument('<id or name>', 'as `organizations list` shows it')
  .option(
    '--results <number>',
    'stored results; `off` for no limit, `default` for SVC_QUOTA_RESULTS',
    parseQuota,
  )
  .option(
    '--bytes <number>',
    'of artifacts; `off` for no limit, `default` for SVC_QUOTA_BYTES',
    parseQuota,
  )
  .action((which: string, options: { results?: Quota; bytes?: Quota }) =>
    runWithStore((deps) => setQuota(deps, which, replaceWordByNull(options, 'default'))),
  );

const users = program
  .command('users')
  .description('list, add and delete users, and reset passwords');

users
  .command('list')
  .description('list the users of all organizations, the oldest first')
  .option('--json', 'as JSON')
  .action((options: { json?: true }) =>
    runWithStore((deps) => showUsers(deps, options.json === true)),
  );

users
  .command('add')
  .description(
    'make somebody a member of the organization; prints a one-time password for a new user',
  )
  .argument('<e-mail>', 'with which they sign in', parseEmail)
  .option('--role <role>', 'owner, admin or member', parseRole, 'member')
  .option('--verified', 'you have checked that the address and the account are the same person')
  .action((email: string, options: { role: Role; verified?: true }) =>
    runForOrganization((deps, organization) =>
      addUser(deps, organization, {
        email,
        role: options.role,
        isVerified: options.verified === true,
      }),
    ),
  );

users
  .command('reset-password')
  .description('print a one-time password for a user, once, and end their sessions')
  .argument('<e-mail>', 'as `users list` shows it')
  .action((email: string) => runWithStore((deps) => resetUserPassword(deps, email)));

users
  .command('delete')
  .description('permanently delete a user; what they did in organizations stays')
  .argument('<e-mail>', 'as `users list` shows it')
  .requiredOption('--yes', 'without it, nothing is deleted')
  .action((email: string) => runWithStore((deps) => removeUser(deps, email)));

const projects = program.command('projects').description('list and delete projects');

projects
  .command('list')
  .description('list the projects of the organization by name')
  .option('--json', 'as JSON')
  .action((options: { json?: true }) =>
    runForOrganization((deps, organization) =>
      showProjects(deps, organization, options.json === true),
    ),
  );

projects
  .command('delete')
  .description('permanently delete a project with everything it stored; servers may keep running')
  .argument('<name>', 'as `projects list` shows it')
  .requiredOption('--yes', 'without it, nothing is deleted')
  .action((name: string) =>
    runForOrganization((deps, organization) => eraseProject(deps, organization, name)),
  );

const keys = program.command('keys').description('make, list and revoke API keys');

keys
  .command('create')
  .description('make an API key and print it, once')
  .requiredOption('--name <name>', 'what the key is for, such as "CI of web"')
  .option(
    '--expires <date>',
    'last day or moment, such as 2027-06-30; by default it never expires',
    parseEndOfDay,
  )
  .option(
    '--scope <scope>',
    'full, or ingest: it may upload and read back what it uploaded, which is enough for CI',
    parseKeyScope,
  )
  .option(
    '--project <name>',
    'only this project; may be repeated; needs `--scope ingest`, like the next two',
    parseProjectNames,
  )
  .option(
    '--branch <pattern>',
    'only these branches, such as "release/*", or with "!" in front none of these; may be repeated',
    parseBranchPatterns,
  )
  .option('--no-base', "no executions of a project's base branch; for a key of pull requests")
  .option('--reads <number>', 'reads a minute, over SVC_RATE_LIMIT_READS', parsePerMinute)
  .option('--writes <number>', 'writes a minute, over SVC_RATE_LIMIT_WRITES', parsePerMinute)
  .action(
    (options: {
      name: string;
      scope?: ApiKeyScope;
      project?: string[];
      branch?: string[];
      base: boolean;
      expires?: string;
      reads?: number;
      writes?: number;
    }) =>
      runForOrganization((deps, organization) =>
        createKey(deps, organization, {
          name: options.name,
          ...(options.scope === undefined ? {} : { scope: options.scope }),
          ...(options.project === undefined ? {} : { projects: options.project }),
          ...(options.branch === undefined ? {} : { branches: options.branch }),
          ...(options.base ? {} : { mayClaimBase: false }),
          ...(options.expires === undefined ? {} : { expiresAt: options.expires }),
          ...(options.reads === undefined ? {} : { readsPerMinute: options.reads }),
          ...(options.writes === undefined ? {} : { writesPerMinute: options.writes }),
        }),
      ),
  );

keys
  .command('list')
  .description('list the keys, the newest first')
  .option('--json', 'as JSON')
  .action((options: { json?: true }) =>
    runForOrganization((deps, organization) => listKeys(deps, organization, options.json === true)),
  );

keys
  .command('revoke')
  .description('revoke a key for good, from its next request on')
  .argument('<id>', 'the id that `keys list` shows')
  .action((id: string) =>
    runForOrganization((deps, organization) => revokeKeyById(deps, organization, id)),
  );

/** Runs a command for the organization that --organization names. */
function runForOrganization(
  command: (deps: Deps, organization: CommandOrganization) => Promise<string[]>,
): Promise<void> {
  return runWithOrganization(program.opts<{ organization?: string }>().organization, command);
}

/** A day means the end of that day: a key that expires on the 30th still works on the 30th. */
function parseEndOfDay(text: string): string {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(at.getTime())) {
    throw new InvalidArgumentError('Expected a day such as 2027-06-30 or a date-time.');
  }
  return at.toISOString();
}

function parseShards(text: string): number {
  const shards = Number(text);
  if (Number.isInteger(shards) && shards >= 1 && shards <= 1024) return shards;
  throw new InvalidArgumentError('Expected a whole number from 1 to 1024.');
}

/** An empty one comes from a variable that is not set, and would be the current folder. */
function parseFolder(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Expected a folder.');
}

function parseKeep(text: string): number {
  const keep = Number(text);
  if (Number.isInteger(keep) && keep >= 1) return keep;
  throw new InvalidArgumentError('Expected how many to keep, 1 or more.');
}

function parseEmail(text: string): string {
  const parsed = emailAddress.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError('Expected an address such as ada@example.com.');
}

function parseRole(text: string): Role {
  const parsed = role.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError('Expected owner, admin or member.');
}

function parseKeyScope(text: string): ApiKeyScope {
  const parsed = apiKeyScope.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError('Expected full or ingest.');
}

function parseProjectNames(text: string, before: string[] = []): string[] {
  const parsed = apiKeyInput.shape.projects.safeParse([...before, text]);
  if (parsed.success && parsed.data !== undefined) return parsed.data;
  throw new InvalidArgumentError('Expected the name of a project, and at most 50 of them.');
}

function parseBranchPatterns(text: string, before: string[] = []): string[] {
  const parsed = apiKeyInput.shape.branches.safeParse([...before, text]);
  if (parsed.success && parsed.data !== undefined) return parsed.data;
  throw new InvalidArgumentError(
    'Expected a branch, or a pattern such as release/* or !main, and at most 50 of them.',
  );
}

function parsePerMinute(text: string): number {
  const parsed = apiKeyInput.shape.readsPerMinute.safeParse(Number(text));
  if (parsed.success && parsed.data !== undefined) return parsed.data;
  throw new InvalidArgumentError('Expected a whole number from 1 to 1000000.');
}

/**
 * Replaces the word by null. Parsers cannot return null themselves: commander turns it into an empty text.
 */
function replaceWordByNull<Name extends string, Word extends string>(
  options: { [Key in Name]?: number | Word },
  word: Word,
): { [Key in Name]?: number | null } {
  const entries = Object.entries<number | Word | undefined>(options);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value === word ? null : value]),
  ) as { [Key in Name]?: number | null };
}

/** 0 for no limit. */
function parseQuota(text: string): Quota {
  if (text === 'default') return text;
  if (text === 'off') return 0;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('Expected a whole number from 1, off or default.');
}

function parseDays(text: string): Days {
  if (text === 'off') return text;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 36_500) return number;
  throw new InvalidArgumentError('Expected a number of days from 1 to 36500, or off.');
}
