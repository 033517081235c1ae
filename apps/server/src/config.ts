import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNearest } from '@svc/contract/zod-free/nearest';
import type { z } from 'zod';
import { settingNotes, settings, toUrlHost } from './settings.ts';

/** The server's settings, from environment variables; this is the only file that reads them. */
export interface Config {
  host: string;
  port: number;
  /** The base URL of the server's own links, without a trailing slash. */
  baseUrl: string;
  /** The path of `baseUrl`: `/svc`, or empty. */
  basePath: string;
  /** The base URL of Playwright's trace viewer, on another host than `baseUrl`. Null: traces are only downloads. */
  traceViewerUrl: string | null;
  /** Null: the embedded Postgres below `dataDir`. */
  databaseUrl: string | null;
  /** A replica of `databaseUrl` that answers are read from. Null: they are read from `databaseUrl` too. */
  databaseReadUrl: string | null;
  databasePoolSize: number;
  /** Whose time the server uses. Servers of one database agree on the time of the database. */
  clock: 'database' | 'machine';
  dataDir: string;
  /** The folder with the dashboard's built files. */
  dashboardDir: string;
  docsDir: string;
  /** The folder with Playwright's trace viewer. */
  traceViewerDir: string;
  /** The checkout of svc's repository that the server runs from. Null: the published package. */
  checkoutDir: string | null;
  /** Null: generated at the first start and stored in the data directory. */
  secret: string | null;
  /** The secret before, which still opens what it encrypted. */
  previousSecret: string | null;
  storage: StorageConfig;
  /** The size limit of one artifact. */
  maxArtifactBytes: number;
  /** How many bytes of artifacts an organization may store, unless it has its own quota. Null: no limit. */
  quotaBytes: number | null;
  /** Default quota of results. */
  quotaResults: number | null;
  /**
   * Below this share of free space (percent), the server takes no artifacts, and below half of it no uploads. Applies
   * to disks that the server itself fills. 0: never.
   */
  diskReservePercent: number;
  /** The limit of bytes of uploads in memory at once. */
  uploadMemoryBytes: number;
  /** How many bytes of answers the server keeps in memory, to send them again while nothing changes. 0: none. */
  answerCacheBytes: number;
  readsPerMinute: number;
  writesPerMinute: number;
  /** The limits of requests with the dashboard's cookie, per user. */
  sessionReadsPerMinute: number;
  sessionWritesPerMinute: number;
  /** Who may create an account: anyone, invited people, or nobody. */
  signUp: SignUpMode;
  /** Whether people may sign in with a password. If not, there is a provider. */
  passwords: boolean;
  /** Null: the server sends no mail. */
  mail: MailConfig | null;
  /** Sign-in with GitHub. Null: not offered. */
  github: OAuthClient | null;
  /** Sign-in with an OpenID Connect provider. Null: not offered. */
  oidc: (OAuthClient & { issuer: string; name: string }) | null;
  /** A running execution becomes interrupted when its missing shards do not arrive within this time. */
  shardTimeoutMs: number;
  /** How long a re-run waits for more shards before it carries over those that passed in the attempt before. */
  rerunGraceMs: number;
  /** An execution settles when it is complete and no further part has arrived for this long. */
  settleMs: number;
  webhooks: WebhookConfig;
  /** The number of proxies in front of the server whose X-Forwarded-For is trusted. */
  proxyHops: number;
  logLevel: string;
  /** What `/metrics` requires. Null: nothing. */
  metricsToken: string | null;
  /** API key that the first start creates. Null: generated and printed. */
  bootstrapApiKey: string | null;
  bootstrapEmail: string | null;
  bootstrapPassword: string | null;
}

export type SignUpMode = 'open' | 'invitation' | 'closed';

/** Where webhooks may point. */
export interface WebhookConfig {
  /** Allows private addresses, for a service on an intranet. */
  allowPrivate: boolean;
  /** Allowed ports besides 80 and 443. */
  allowedPorts: readonly number[];
}

/** How mail is sent. */
export interface MailConfig {
  smtpUrl: string;
  /** The sender, such as `svc <svc@example.com>`. */
  from: string;
}

/** The server's registration at a sign-in provider. */
export interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

/** Where `pnpm build` puts the dashboard, or the published package has it. */
const BUILT_DASHBOARD = findExistingFile('../../dashboard/dist') ?? resolveFromHere('./dashboard');

/** The same of the documentation. */
const BUILT_DOCS = findExistingFile('../../docs/dist') ?? resolveFromHere('./docs');

const TRACE_VIEWER =
  findExistingFile('../node_modules/playwright-core/lib/vite/traceViewer') ??
  resolveFromHere('./trace-viewer');

const CHECKOUT =
  findExistingFile('../../../packages/cli/bin/svc.js') === null
    ? null
    : resolve(resolveFromHere('../../..'));

function findExistingFile(path: string): string | null {
  const file = resolveFromHere(path);
  return existsSync(file) ? file : null;
}

/**
 * Resolves a path from the server's folder. Works from the source, the build and the bundle, because each is two
 * folders below it.
 */
function resolveFromHere(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Where artifacts are stored: in a folder, or in a bucket of an S3-compatible store. */
export type StorageConfig =
  | { kind: 'disk'; folder: string }
  | {
      kind: 's3';
      bucket: string;
      region: string;
      /** Null: AWS. */
      endpoint: string | null;
      /** Null: the AWS default credential chain. */
      credentials: { accessKeyId: string; secretAccessKey: string } | null;
      forcePathStyle: boolean;
    };

/**
 * Reads and checks every setting at once.
 * @throws ConfigError naming each setting that is wrong, what it was and what is allowed.
 */
export function readConfig(env: NodeJS.ProcessEnv, cwd: string): Config {
  const parsed = settings.safeParse(omitEmpty(env));
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => describeIssue(issue, env)));
  const values = parsed.data;
  if (values.DATABASE_URL !== undefined && values.SVC_SECRET === undefined) {
    throw new ConfigError([
      'SVC_SECRET is missing: with DATABASE_URL the servers share it, so set it to the same 32 or more random characters on each.',
    ]);
  }
  if (values.DATABASE_READ_URL !== undefined && values.DATABASE_URL === undefined) {
    throw new ConfigError([
      'DATABASE_READ_URL needs DATABASE_URL: the embedded Postgres has no replica. Set both, or neither.',
    ]);
  }
  const dataDir =
    values.SVC_DATA_DIR === undefined
      ? resolve(cwd, '.svc')
      : resolve(values.INIT_CWD ?? cwd, values.SVC_DATA_DIR);
  const baseUrl = values.SVC_BASE_URL ?? `http://${toUrlHost(values.HOST)}:${values.PORT}`;
  return {
    host: values.HOST,
    port: values.PORT,
    baseUrl,
    basePath: new URL(baseUrl).pathname.replace(/^\/$/, ''),
    traceViewerUrl: deriveTraceViewerUrl(values, baseUrl),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseReadUrl: values.DATABASE_READ_URL ?? null,
    databasePoolSize: values.SVC_DATABASE_POOL_SIZE,
    clock: values.SVC_CLOCK,
    dataDir,
    dashboardDir: values.SVC_DASHBOARD_DIR ?? BUILT_DASHBOARD,
    docsDir: values.SVC_DOCS_DIR ?? BUILT_DOCS,
    traceViewerDir: TRACE_VIEWER,
    checkoutDir: CHECKOUT,
    secret: values.SVC_SECRET ?? null,
    previousSecret: values.SVC_PREVIOUS_SECRET ?? null,
    storage: buildStorageConfig(values, dataDir),
    maxArtifactBytes: values.SVC_MAX_ARTIFACT_BYTES,
    quotaBytes: values.SVC_QUOTA_BYTES || null,
    quotaResults: values.SVC_QUOTA_RESULTS || null,
    diskReservePercent: values.SVC_DISK_RESERVE_PERCENT,
    uploadMemoryBytes: values.SVC_UPLOAD_MEMORY_BYTES,
    answerCacheBytes: values.SVC_ANSWER_CACHE_MB * 1024 ** 2,
    readsPerMinute: values.SVC_RATE_LIMIT_READS,
    writesPerMinute: values.SVC_RATE_LIMIT_WRITES,
    sessionReadsPerMinute: values.SVC_RATE_LIMIT_SESSION_READS,
    sessionWritesPerMinute: values.SVC_RATE_LIMIT_SESSION_WRITES,
    signUp: values.SVC_SIGN_UP,
    mail: buildMailConfig(values),
    ...buildSignInConfig(values),
    shardTimeoutMs: values.SVC_SHARD_TIMEOUT_MINUTES * 60_000,
    rerunGraceMs: values.SVC_RERUN_GRACE_SECONDS * 1_000,
    settleMs: values.SVC_SETTLE_SECONDS * 1_000,
    webhooks: {
      allowPrivate: values.SVC_WEBHOOK_ALLOW_PRIVATE === 'true',
      allowedPorts: values.SVC_WEBHOOK_ALLOW_PORTS,
    },
    proxyHops: values.SVC_TRUST_PROXY,
    logLevel: values.SVC_LOG_LEVEL,
    metricsToken: values.SVC_METRICS_TOKEN ?? null,
    bootstrapApiKey: values.SVC_BOOTSTRAP_API_KEY ?? null,
    bootstrapEmail: values.SVC_BOOTSTRAP_EMAIL ?? null,
    bootstrapPassword: values.SVC_BOOTSTRAP_PASSWORD ?? null,
  };
}

// Settings of the reporters, the command and the tests. A shell may have them in addition to the server's.
const OTHERS =
  /^SVC_(?:API_KEY|URL|ENABLED|PROJECT|NAME|ENVIRONMENT|LEG|TAGS|EXECUTION_KEY|UPLOAD_BUDGET_MS|INCLUDE_OUTPUT|ARTIFACTS|MAX_ARTIFACT_SIZE_BYTES|LOCATIONS|REDACT|ON_UPLOAD|PROVE|TEST_.*)$/;

/** A line for each variable that looks like a setting and is not, with the setting that was probably meant. */
export function describeUnknownSettings(env: NodeJS.ProcessEnv): string[] {
  const known = Object.keys(settings.shape);
  return Object.keys(env)
    .filter((name) => name.startsWith('SVC_') && !known.includes(name) && !OTHERS.test(name))
    .toSorted()
    .map((name) => {
      const meant =
        findNearest(name, known) ?? known.find((one) => one === name.slice('SVC_'.length));
      return `${name} is no setting, and is ignored.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
    });
}

/** Wrong settings that prevent the start; one line per setting. */
export class ConfigError extends Error {
  readonly complaints: string[];

  constructor(complaints: string[]) {
    super(complaints.join('\n'));
    this.name = 'ConfigError';
    this.complaints = complaints;
  }
}

/** An empty variable counts as unset: that is what `FOO= command` and most CI systems mean. */
function omitEmpty(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/**
 * A browser keeps the cookies of localhost from 127.0.0.1, so a server on this machine has a second host without any
 * setting.
 * @throws ConfigError when the chosen host is that of the base URL.
 */
function deriveTraceViewerUrl(
  { SVC_TRACE_VIEWER_URL: chosen, HOST: host }: z.output<typeof settings>,
  baseUrl: string,
): string | null {
  const base = new URL(baseUrl);
  if (chosen === undefined) {
    const isLocal = base.hostname === 'localhost' && ['127.0.0.1', '0.0.0.0'].includes(host);
    return isLocal ? baseUrl.replace('localhost', '127.0.0.1') : null;
  }
  if (new URL(chosen).hostname === base.hostname) {
    throw new ConfigError([
      `SVC_TRACE_VIEWER_URL '${chosen}' is not valid: expected another host than that of SVC_BASE_URL, because ports share cookies.`,
    ]);
  }
  return chosen.replace(/\/+$/, '');
}

/** @throws ConfigError when a setting requires another one that is missing. */
function buildStorageConfig(values: z.output<typeof settings>, dataDir: string): StorageConfig {
  if (values.SVC_STORAGE === 'disk') {
    // Who names a bucket would look for the artifacts there.
    if (values.SVC_S3_BUCKET !== undefined) {
      throw new ConfigError([
        'SVC_S3_BUCKET and SVC_STORAGE=s3 belong together: set both, or neither.',
      ]);
    }
    return { kind: 'disk', folder: join(dataDir, 'artifacts') };
  }
  const { SVC_S3_BUCKET: bucket, SVC_S3_ENDPOINT: endpoint = null } = values;
  const { SVC_S3_ACCESS_KEY_ID: accessKeyId, SVC_S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === undefined) {
    throw new ConfigError(['SVC_S3_BUCKET is missing: with SVC_STORAGE=s3 it names the bucket.']);
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigError([
      'SVC_S3_ACCESS_KEY_ID and SVC_S3_SECRET_ACCESS_KEY belong together: set both, or neither.',
    ]);
  }
  return {
    kind: 's3',
    bucket,
    region: values.SVC_S3_REGION,
    endpoint,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : { accessKeyId, secretAccessKey },
    // Self-hosted stores seldom have a DNS name per bucket.
    forcePathStyle:
      values.SVC_S3_FORCE_PATH_STYLE === undefined
        ? endpoint !== null
        : values.SVC_S3_FORCE_PATH_STYLE === 'true',
  };
}

/** @throws ConfigError when one of the two settings is missing. */
function buildMailConfig(values: z.output<typeof settings>): MailConfig | null {
  const { SVC_SMTP_URL: smtpUrl, SVC_MAIL_FROM: from } = values;
  refuseParts({ SVC_SMTP_URL: smtpUrl, SVC_MAIL_FROM: from });
  return smtpUrl === undefined || from === undefined ? null : { smtpUrl, from };
}

/** @throws ConfigError when nobody could sign in, and as the functions below. */
function buildSignInConfig(
  values: z.output<typeof settings>,
): Pick<Config, 'passwords' | 'github' | 'oidc'> {
  const github = buildGithubConfig(values);
  const oidc = buildOidcConfig(values);
  const passwords = values.SVC_PASSWORDS === 'on';
  if (!passwords && github === null && oidc === null) {
    throw new ConfigError([
      'SVC_PASSWORDS is off, and there is no other way to sign in. Set SVC_OIDC_ISSUER or SVC_GITHUB_CLIENT_ID with what belongs to it.',
    ]);
  }
  return { passwords, github, oidc };
}

/** @throws ConfigError when one of the two settings is missing. */
function buildGithubConfig(values: z.output<typeof settings>): OAuthClient | null {
  const { SVC_GITHUB_CLIENT_ID: clientId, SVC_GITHUB_CLIENT_SECRET: clientSecret } = values;
  refuseParts({ SVC_GITHUB_CLIENT_ID: clientId, SVC_GITHUB_CLIENT_SECRET: clientSecret });
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
}

/** @throws ConfigError when one of the three settings is missing. */
function buildOidcConfig(values: z.output<typeof settings>): Config['oidc'] {
  const { SVC_OIDC_CLIENT_ID: clientId, SVC_OIDC_CLIENT_SECRET: clientSecret } = values;
  const issuer = values.SVC_OIDC_ISSUER?.replace(/\/+$/, '');
  refuseParts({
    SVC_OIDC_ISSUER: issuer,
    SVC_OIDC_CLIENT_ID: clientId,
    SVC_OIDC_CLIENT_SECRET: clientSecret,
  });
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return { issuer, clientId, clientSecret, name: values.SVC_OIDC_NAME };
}

/** @throws ConfigError when some of the settings are set, but not all. */
function refuseParts(belongTogether: Record<string, string | undefined>): void {
  const names = Object.keys(belongTogether);
  const missing = names.filter((name) => belongTogether[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return;
  throw new ConfigError([
    `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing: ${names.join(', ')} belong together. Set all of them, or none.`,
  ]);
}

function describeIssue(issue: z.core.$ZodIssue, env: NodeJS.ProcessEnv): string {
  const name = String(issue.path[0]);
  const value = isSecret(name) ? '' : ` '${hideCredentials(env[name] ?? '')}'`;
  return `${name}${value} is not valid: ${issue.message}.`;
}

/** `https://user:password@host` as `https://…@host`. */
function hideCredentials(text: string): string {
  return text.replace(/(?<=\/\/)[^/\s]*(?=@)/, '…');
}

function isSecret(name: string): boolean {
  const schema = Object.entries(settings.shape).find(([known]) => known === name)?.[1];
  return schema !== undefined && settingNotes.get(schema)?.secret === true;
}
