import { isIP } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { isApiKeyText } from '@svc/contract/zod-free/api-key-text';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import { cutOwnPath } from '@svc/contract/zod-free/own-path';
import { z } from 'zod';

/** What the page docs/operate/configuration.md says about a setting, beside its default and what it accepts. */
export interface SettingNote {
  group: SettingGroup;
  description: string;
  /** The default, if the schema has none because it depends on other settings. */
  default?: string;
  /** The value never appears in an error. */
  secret?: true;
}

export const SETTING_GROUPS = [
  'Address',
  'Database',
  'Data and secret',
  'Artifacts',
  'Limits',
  'Accounts, sign-in and mail',
  'Executions',
  'Webhooks',
  'Log and metrics',
  'First start',
] as const;

export type SettingGroup = (typeof SETTING_GROUPS)[number];

export const settingNotes = z.registry<SettingNote>();

function wholeNumber(min: number, max: number) {
  const error = `expected a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
}

function postgresUrl() {
  return z.url({
    protocol: /^postgres(?:ql)?$/,
    error: 'expected an address such as postgres://user:password@host:5432/svc',
  });
}

const BASE_URL_EXPECTED =
  'expected an address such as https://svc.example.com or https://example.com/svc';

/** The address without a trailing slash. */
function parseBaseUrl(text: string, { issues }: z.core.$RefinementCtx<string>): string {
  const { username, search, hash, origin, pathname } = new URL(text);
  const path = pathname.replace(/\/+$/, '');
  const fail = (message: string): never => {
    issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  };
  // The browser would get an encoded character in cookies, links and redirects in several spellings.
  if (username !== '' || search !== '' || hash !== '' || !/^(?:\/[\w.~-]+)*$/.test(path)) {
    return fail(`${BASE_URL_EXPECTED}, whose path has only letters, digits and - . _ ~`);
  }
  const prefix = cutOwnPath(path);
  if (prefix === path) return origin + path;
  // The server could not tell whether a proxy has removed the prefix.
  return fail(
    `${path.slice(prefix.length)} is a path of svc itself: set ${origin}${prefix}, or choose another path`,
  );
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

// S3's limit for one request.
const LARGEST_OBJECT_BYTES = 5 * 1024 ** 3;

/** Every environment variable that the server reads. The page of the settings is written from this table. */
export const settings = z.object({
  PORT: wholeNumber(0, 65_535).default(4400).register(settingNotes, {
    group: 'Address',
    description: 'Port to listen on. `0` takes any free port.',
  }),
  HOST: z
    .string()
    .refine((host) => URL.canParse(`http://${toUrlHost(host)}:4400`), {
      error: 'expected an address or a name of this machine, such as 127.0.0.1 or ::1',
    })
    .default(findLoopback)
    .register(settingNotes, {
      group: 'Address',
      default: '`127.0.0.1`, or `::1` without IPv4',
      description:
        'Address to listen on. `0.0.0.0` or `::` listens on every network interface of the machine.',
    }),
  SVC_BASE_URL: z
    .url({ protocol: /^https?$/, error: BASE_URL_EXPECTED })
    .transform(parseBaseUrl)
    .optional()
    .register(settingNotes, {
      group: 'Address',
      default: '`http://localhost:<PORT>`',
      description:
        'Address that people open. Links in pages, mails, comments and webhooks begin with it, and the dashboard may only write from it.',
    }),
  SVC_TRACE_VIEWER_URL: z
    .url({
      protocol: /^https?$/,
      error:
        'expected an address on another host than SVC_BASE_URL, such as https://svc-traces.example.com',
    })
    .optional()
    .register(settingNotes, {
      group: 'Address',
      default: '`http://127.0.0.1:<PORT>` if the base URL is `localhost`, otherwise no viewer',
      description:
        "A second host name of this server, on which Playwright's trace viewer opens. Without it, traces are downloads.",
    }),
  SVC_TRUST_PROXY: z
    .string()
    // Hops, not Fastify's `true`: `true` trusts the leftmost address, which any caller can write.
    .regex(/^(?:true|false|[1-9])$/, { error: 'expected true, false or the number of proxies' })
    .default('false')
    .transform((text) => ({ false: 0, true: 1 })[text] ?? Number(text))
    .register(settingNotes, {
      group: 'Address',
      default: '`false`',
      description:
        'Number of proxies in front of the server that add to `X-Forwarded-For`. `true` is one.',
    }),
  DATABASE_URL: postgresUrl().optional().register(settingNotes, {
    group: 'Database',
    secret: true,
    default: 'the embedded Postgres',
    description: 'Your own Postgres, version 15 or later. Several servers may share it.',
  }),
  DATABASE_READ_URL: postgresUrl().optional().register(settingNotes, {
    group: 'Database',
    secret: true,
    description:
      'A physical replica of `DATABASE_URL`, from which answers are read. Needs `DATABASE_URL`.',
  }),
  SVC_DATABASE_POOL_SIZE: wholeNumber(10, 500).default(20).register(settingNotes, {
    group: 'Database',
    description: 'Largest number of database connections of this server.',
  }),
  SVC_CLOCK: z
    .enum(['database', 'machine'], { error: 'expected database or machine' })
    .default('database')
    .register(settingNotes, {
      group: 'Database',
      description: 'Whose time the server uses: that of the database or of its machine.',
    }),
  SVC_DATA_DIR: z.string().optional().register(settingNotes, {
    group: 'Data and secret',
    default: '`.svc` in the current folder',
    description:
      'Folder of the embedded Postgres, of artifacts with `SVC_STORAGE=disk`, and of the generated secret.',
  }),
  SVC_DASHBOARD_DIR: z.string().optional().register(settingNotes, {
    group: 'Data and secret',
    default: 'the dashboard of the package',
    description: "Folder with the dashboard's built files. For work on svc.",
  }),
  SVC_DOCS_DIR: z.string().optional().register(settingNotes, {
    group: 'Data and secret',
    default: 'the pages of the package',
    description: 'Folder with the built documentation. For work on svc.',
  }),
  // The directory from which the user called the package manager, which itself changes to the repository's root.
  INIT_CWD: z.string().optional(),
  SVC_SECRET: z
    .string()
    .min(32, { error: 'expected at least 32 characters' })
    .optional()
    .register(settingNotes, {
      group: 'Data and secret',
      secret: true,
      default: 'generated at the first start, stored in `SVC_DATA_DIR`',
      description:
        'Signs sessions and addresses of artifacts, and encrypts stored secrets. Required with `DATABASE_URL`; equal on all servers of a database. `openssl rand -hex 32` makes one.',
    }),
  SVC_PREVIOUS_SECRET: z
    .string()
    .min(32, { error: 'expected at least 32 characters' })
    .optional()
    .register(settingNotes, {
      group: 'Data and secret',
      secret: true,
      description: 'The secret before, while you change it. It still opens what it encrypted.',
    }),
  SVC_STORAGE: z
    .enum(['disk', 's3'], { error: 'expected disk or s3' })
    .default('disk')
    .register(settingNotes, {
      group: 'Artifacts',
      description:
        'Where artifacts are stored: below `SVC_DATA_DIR`, or in a bucket of any S3-compatible store.',
    }),
  SVC_S3_BUCKET: z.string().optional().register(settingNotes, {
    group: 'Artifacts',
    description: 'The bucket. Required with `SVC_STORAGE=s3`; svc does not create it.',
  }),
  SVC_S3_REGION: z.string().default('us-east-1').register(settingNotes, {
    group: 'Artifacts',
    description: 'The region of the bucket.',
  }),
  SVC_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'expected an address such as https://minio.example.com' })
    .optional()
    .register(settingNotes, {
      group: 'Artifacts',
      default: "Amazon's",
      description: 'Address of your own S3-compatible store. Only the server talks to it.',
    }),
  SVC_S3_ACCESS_KEY_ID: z.string().optional().register(settingNotes, {
    group: 'Artifacts',
    secret: true,
    default: "the AWS SDK's credential chain",
    description: 'Access key. Set it together with `SVC_S3_SECRET_ACCESS_KEY`, or neither.',
  }),
  SVC_S3_SECRET_ACCESS_KEY: z.string().optional().register(settingNotes, {
    group: 'Artifacts',
    secret: true,
    default: "the AWS SDK's credential chain",
    description: 'Secret of the access key.',
  }),
  SVC_S3_FORCE_PATH_STYLE: z
    .enum(['true', 'false'], { error: 'expected true or false' })
    .optional()
    .register(settingNotes, {
      group: 'Artifacts',
      default: '`true` with `SVC_S3_ENDPOINT`, otherwise `false`',
      description: "Puts the bucket's name into the path instead of the host.",
    }),
  SVC_MAX_ARTIFACT_BYTES: wholeNumber(1, LARGEST_OBJECT_BYTES)
    .default(1024 ** 3)
    .register(settingNotes, { group: 'Artifacts', description: 'Size limit of one artifact.' }),
  SVC_QUOTA_BYTES: wholeNumber(0, 2 ** 50)
    .default(0)
    .register(settingNotes, {
      group: 'Limits',
      description:
        'Bytes of artifacts that an organization may store, unless it has its own quota. `0` is no limit.',
    }),
  SVC_QUOTA_RESULTS: wholeNumber(0, 2 ** 50)
    .default(0)
    .register(settingNotes, {
      group: 'Limits',
      description:
        'Results that an organization may store, unless it has its own quota. `0` is no limit.',
    }),
  SVC_DISK_RESERVE_PERCENT: wholeNumber(0, 100).default(5).register(settingNotes, {
    group: 'Limits',
    description:
      'Free space on the disks that the server itself fills. Below this share it takes no artifacts, below half of it no uploads. `0` is off.',
  }),
  SVC_UPLOAD_MEMORY_BYTES: wholeNumber(INGEST_LIMITS.bodyBytes, 2 ** 40)
    .default(256 * 1024 ** 2)
    .register(settingNotes, {
      group: 'Limits',
      description: 'Bytes of unpacked uploads in memory at once. One organization gets half.',
    }),
  SVC_ANSWER_CACHE_MB: wholeNumber(0, 1024 ** 2)
    .default(64)
    .register(settingNotes, {
      group: 'Limits',
      description: 'Memory for answers that are sent again while no data changes. `0` is off.',
    }),
  SVC_RATE_LIMIT_READS: wholeNumber(1, 1_000_000)
    .default(600)
    .register(settingNotes, { group: 'Limits', description: 'Reads a minute and API key.' }),
  // Enough for 100 jobs a minute with one key. Memory for uploads, the disk reserve and quotas bound what is sent.
  SVC_RATE_LIMIT_WRITES: wholeNumber(1, 1_000_000).default(300).register(settingNotes, {
    group: 'Limits',
    description: 'Writes a minute and API key. All uploads of one CI run count once.',
  }),
  SVC_RATE_LIMIT_SESSION_READS: wholeNumber(1, 1_000_000).default(600).register(settingNotes, {
    group: 'Limits',
    description: 'Reads a minute and user of the dashboard.',
  }),
  SVC_RATE_LIMIT_SESSION_WRITES: wholeNumber(1, 1_000_000).default(60).register(settingNotes, {
    group: 'Limits',
    description: 'Writes a minute and user of the dashboard.',
  }),
  SVC_SIGN_UP: z
    .enum(['open', 'invitation', 'closed'], { error: 'expected open, invitation or closed' })
    .default('invitation')
    .register(settingNotes, {
      group: 'Accounts, sign-in and mail',
      description: 'Who may create an account: anyone, invited people, or nobody.',
    }),
  SVC_PASSWORDS: z
    .enum(['on', 'off'], { error: 'expected on or off' })
    .default('on')
    .register(settingNotes, {
      group: 'Accounts, sign-in and mail',
      description:
        'Whether people may sign in with a password. `off` needs sign-in with GitHub or OpenID Connect.',
    }),
  SVC_SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'expected an address such as smtps://user:password@mail.example.com:465',
    })
    .optional()
    .register(settingNotes, {
      group: 'Accounts, sign-in and mail',
      secret: true,
      default: 'no mail',
      description: 'Server that sends mail. Set it together with `SVC_MAIL_FROM`.',
    }),
  SVC_MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, {
      error: 'expected a sender such as svc@example.com or svc <svc@example.com>',
    })
    .optional()
    .register(settingNotes, {
      group: 'Accounts, sign-in and mail',
      default: 'no mail',
      description: 'Sender of mail.',
    }),
  SVC_GITHUB_CLIENT_ID: z.string().optional().register(settingNotes, {
    group: 'Accounts, sign-in and mail',
    description: 'Client of sign-in with GitHub. Set it together with its secret.',
  }),
  SVC_GITHUB_CLIENT_SECRET: z.string().optional().register(settingNotes, {
    group: 'Accounts, sign-in and mail',
    secret: true,
    description: "Secret of GitHub's client.",
  }),
  SVC_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'expected an address such as https://login.example.com' })
    .optional()
    .register(settingNotes, {
      group: 'Accounts, sign-in and mail',
      description:
        'Issuer of sign-in with OpenID Connect. Set it together with the client and its secret.',
    }),
  SVC_OIDC_CLIENT_ID: z.string().optional().register(settingNotes, {
    group: 'Accounts, sign-in and mail',
    description: 'Client at the OpenID Connect provider.',
  }),
  SVC_OIDC_CLIENT_SECRET: z.string().optional().register(settingNotes, {
    group: 'Accounts, sign-in and mail',
    secret: true,
    description: "Secret of the provider's client.",
  }),
  SVC_OIDC_NAME: z.string().max(60).default('single sign-on').register(settingNotes, {
    group: 'Accounts, sign-in and mail',
    description: 'Name of the provider on the sign-in page, up to 60 characters.',
  }),
  SVC_SHARD_TIMEOUT_MINUTES: wholeNumber(1, 100_000).default(120).register(settingNotes, {
    group: 'Executions',
    description: 'How long an execution waits for missing shards before it is interrupted.',
  }),
  SVC_RERUN_GRACE_SECONDS: wholeNumber(0, 86_400).default(300).register(settingNotes, {
    group: 'Executions',
    description:
      'How long a re-run waits for more shards before it carries over those that passed in the attempt before.',
  }),
  SVC_SETTLE_SECONDS: wholeNumber(0, 86_400).default(30).register(settingNotes, {
    group: 'Executions',
    description:
      'An execution settles when it is complete and no further part has arrived for this long.',
  }),
  SVC_WEBHOOK_ALLOW_PRIVATE: z
    .enum(['true', 'false'], { error: 'expected true or false' })
    .default('false')
    .register(settingNotes, {
      group: 'Webhooks',
      description: 'Lets webhooks reach private addresses, on any port.',
    }),
  SVC_WEBHOOK_ALLOW_PORTS: z
    .string()
    .regex(/^\d{1,5}(?:,\s*\d{1,5})*$/, { error: 'expected ports such as 8080,8443' })
    .transform((text) => text.split(',').map(Number))
    .refine((ports) => ports.every((port) => port >= 1 && port <= 65_535), {
      error: 'expected ports such as 8080,8443',
    })
    .default([])
    .register(settingNotes, {
      group: 'Webhooks',
      default: 'none',
      description: 'Ports that webhooks may use besides 80 and 443.',
    }),
  SVC_LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `expected one of ${LOG_LEVELS.join(', ')}` })
    .default('info')
    .register(settingNotes, {
      group: 'Log and metrics',
      description: 'Lowest level of the structured log on stdout.',
    }),
  SVC_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, {
      error: 'expected 16 or more characters without spaces, such as those of openssl rand -hex 16',
    })
    .optional()
    .register(settingNotes, {
      group: 'Log and metrics',
      secret: true,
      default: '`/metrics` is open',
      description: 'Token that `/metrics` requires: `Authorization: Bearer <token>`.',
    }),
  SVC_BOOTSTRAP_API_KEY: z
    .string()
    .refine(isApiKeyText, {
      error:
        'expected svc_ and 36 characters, the last six their checksum; a key of another server will do',
    })
    .optional()
    .register(settingNotes, {
      group: 'First start',
      secret: true,
      default: 'generated and printed',
      description: 'API key that the first start creates.',
    }),
  SVC_BOOTSTRAP_EMAIL: z
    .email({ error: 'expected an e-mail address such as owner@example.com' })
    .toLowerCase()
    .optional()
    .register(settingNotes, {
      group: 'First start',
      default: '`owner@svc.localhost`',
      description: 'E-mail address of the owner that the first start creates.',
    }),
  SVC_BOOTSTRAP_PASSWORD: z
    .string()
    .regex(/^.{12,128}$/su, { error: 'expected 12 to 128 characters' })
    .optional()
    .register(settingNotes, {
      group: 'First start',
      secret: true,
      default: 'a one-time password, generated and printed',
      description: "The owner's password.",
    }),
});

/** The address of this machine that nobody else reaches: that of IPv4, which every program tries, if there is IPv4. */
function findLoopback(): string {
  try {
    const addresses = Object.values(networkInterfaces()).flat();
    const hasOnlyIpv6 = addresses.some(isIpv6) && addresses.every(isIpv6);
    return hasOnlyIpv6 ? '::1' : '127.0.0.1';
  } catch {
    // A sandbox may hide the addresses.
    return '127.0.0.1';
  }
}

/** How the host stands in an address that people open. A zone, as in `fe80::1%eth0`, has no place there. */
export function toUrlHost(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1'].includes(host)) return 'localhost';
  return isIP(host) === 6 ? `[${host.replace(/%.*$/, '')}]` : host;
}

function isIpv6(address: NetworkInterfaceInfo | undefined): boolean {
  return address?.family === 'IPv6';
}
