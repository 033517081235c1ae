import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, describeUnknownSettings } from './config.ts';

const S3 = { SVC_STORAGE: 's3', SVC_S3_BUCKET: 'files' };

it.each([
  [{}, { kind: 'disk', folder: '/srv/.svc/artifacts' }],
  [{ SVC_DATA_DIR: '/data' }, { kind: 'disk', folder: '/data/artifacts' }],
  [
    S3,
    {
      kind: 's3',
      bucket: 'files',
      region: 'us-east-1',
      endpoint: null,
      credentials: null,
      forcePathStyle: false,
    },
  ],
  [
    {
      ...S3,
      SVC_S3_REGION: 'eu-central-1',
      SVC_S3_ENDPOINT: 'http://minio:9000',
      SVC_S3_ACCESS_KEY_ID: 'id',
      SVC_S3_SECRET_ACCESS_KEY: 'key',
    },
    {
      kind: 's3',
      bucket: 'files',
      region: 'eu-central-1',
      endpoint: 'http://minio:9000',
      credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
      forcePathStyle: true,
    },
  ],
])('keeps files where %j says', (env, expected) => {
  expect(readConfig(env, '/srv').storage).toEqual(expected);
});

it('puts the bucket into the host when the setting asks for it', () => {
  const env = { ...S3, SVC_S3_ENDPOINT: 'https://r2.test', SVC_S3_FORCE_PATH_STYLE: 'false' };
  expect(readConfig(env, '/srv').storage).toMatchObject({ forcePathStyle: false });
});

it.each<[Record<string, string>, string]>([
  ...[' ', 'a b', 'localhost:80', '99999999999999999999'].map(
    (HOST): [Record<string, string>, string] => [
      { HOST },
      `HOST '${HOST}' is not valid: expected an address or a name of this machine, such as 127.0.0.1 or ::1.`,
    ],
  ),
  [{ SVC_STORAGE: 'floppy' }, "SVC_STORAGE 'floppy' is not valid: expected disk or s3."],
  [{ SVC_STORAGE: 's3' }, 'SVC_S3_BUCKET is missing: with SVC_STORAGE=s3 it names the bucket.'],
  [
    { SVC_S3_BUCKET: 'files' },
    'SVC_S3_BUCKET and SVC_STORAGE=s3 belong together: set both, or neither.',
  ],
  [
    { ...S3, SVC_S3_ACCESS_KEY_ID: 'id' },
    'SVC_S3_ACCESS_KEY_ID and SVC_S3_SECRET_ACCESS_KEY belong together: set both, or neither.',
  ],
  [
    { SVC_MAX_ARTIFACT_BYTES: '6000000000' },
    "SVC_MAX_ARTIFACT_BYTES '6000000000' is not valid: expected a whole number from 1 to 5368709120.",
  ],
  [
    { SVC_WEBHOOK_ALLOW_PRIVATE: 'yes' },
    "SVC_WEBHOOK_ALLOW_PRIVATE 'yes' is not valid: expected true or false.",
  ],
  [
    { SVC_WEBHOOK_ALLOW_PORTS: '8080-8090' },
    "SVC_WEBHOOK_ALLOW_PORTS '8080-8090' is not valid: expected ports such as 8080,8443.",
  ],
  [
    { SVC_WEBHOOK_ALLOW_PORTS: '8080,70000' },
    "SVC_WEBHOOK_ALLOW_PORTS '8080,70000' is not valid: expected ports such as 8080,8443.",
  ],
])('does not start with %j', (env, message) => {
  expect(() => readConfig(env, '/srv')).toThrow(new ConfigError([message]));
});

it('lets webhooks reach public addresses on the usual ports, unless the settings allow others', () => {
  expect(readConfig({}, '/').webhooks).toEqual({ allowPrivate: false, allowedPorts: [] });
  expect(
    readConfig({ SVC_WEBHOOK_ALLOW_PRIVATE: 'true', SVC_WEBHOOK_ALLOW_PORTS: '8080, 8443' }, '/')
      .webhooks,
  ).toEqual({ allowPrivate: true, allowedPorts: [8080, 8443] });
});

it('reads the secret before the present one, and shows neither in an error', () => {
  const [present, previous] = ['p'.repeat(32), 'q'.repeat(32)];
  expect(readConfig({ SVC_SECRET: present, SVC_PREVIOUS_SECRET: previous }, '/')).toMatchObject({
    secret: present,
    previousSecret: previous,
  });
  expect(readConfig({}, '/').previousSecret).toBeNull();
  expect(() => readConfig({ SVC_PREVIOUS_SECRET: 'too short' }, '/')).toThrow(
    new ConfigError(['SVC_PREVIOUS_SECRET is not valid: expected at least 32 characters.']),
  );
});

it('names variables that look like settings and are none', () => {
  const env = {
    SVC_PORT: '1',
    SVC_RATE_LIMIT_READ: '5',
    SVC_FAVOURITE_COLOUR: 'red',
    SVC_API_KEY: 'of a reporter',
    SVC_LEG: 'mysql',
    SVC_LOG_LEVEL: 'info',
    PATH: '/bin',
  };
  expect(describeUnknownSettings(env)).toEqual([
    'SVC_FAVOURITE_COLOUR is no setting, and is ignored.',
    'SVC_PORT is no setting, and is ignored. Did you mean PORT?',
    'SVC_RATE_LIMIT_READ is no setting, and is ignored. Did you mean SVC_RATE_LIMIT_READS?',
  ]);
});

it('reads who may sign up, how mail is sent, and who else signs people in', () => {
  expect(readConfig({}, '/')).toMatchObject({
    signUp: 'invitation',
    mail: null,
    github: null,
    oidc: null,
    sessionReadsPerMinute: 600,
    sessionWritesPerMinute: 60,
  });
  const env = {
    SVC_SIGN_UP: 'open',
    SVC_SMTP_URL: 'smtps://user:secret@mail.example.com:465',
    SVC_MAIL_FROM: 'svc <svc@example.com>',
    SVC_GITHUB_CLIENT_ID: 'a',
    SVC_GITHUB_CLIENT_SECRET: 'b',
    SVC_OIDC_ISSUER: 'https://login.example.com/realms/acme/',
    SVC_OIDC_CLIENT_ID: 'c',
    SVC_OIDC_CLIENT_SECRET: 'd',
  };
  expect(readConfig(env, '/')).toMatchObject({
    signUp: 'open',
    mail: { smtpUrl: env.SVC_SMTP_URL, from: env.SVC_MAIL_FROM },
    github: { clientId: 'a', clientSecret: 'b' },
    oidc: {
      issuer: 'https://login.example.com/realms/acme',
      clientId: 'c',
      clientSecret: 'd',
      name: 'single sign-on',
    },
  });
});

it('switches passwords off only where people can sign in another way', () => {
  const github = { SVC_GITHUB_CLIENT_ID: 'a', SVC_GITHUB_CLIENT_SECRET: 'b' };
  expect(readConfig({ ...github, SVC_PASSWORDS: 'off' }, '/').passwords).toBe(false);
  expect(readConfig({}, '/').passwords).toBe(true);
  expect(() => readConfig({ SVC_PASSWORDS: 'off' }, '/')).toThrow(
    'SVC_PASSWORDS is off, and there is no other way to sign in.',
  );
});

it.each([
  [
    { SVC_SMTP_URL: 'smtp://mail.example.com' },
    'SVC_MAIL_FROM is missing: SVC_SMTP_URL, SVC_MAIL_FROM belong together. Set all of them, or none.',
  ],
  [
    { SVC_OIDC_ISSUER: 'https://login.example.com' },
    'SVC_OIDC_CLIENT_ID and SVC_OIDC_CLIENT_SECRET are missing: SVC_OIDC_ISSUER, SVC_OIDC_CLIENT_ID, SVC_OIDC_CLIENT_SECRET belong together. Set all of them, or none.',
  ],
  [
    { SVC_GITHUB_CLIENT_SECRET: 'b' },
    'SVC_GITHUB_CLIENT_ID is missing: SVC_GITHUB_CLIENT_ID, SVC_GITHUB_CLIENT_SECRET belong together. Set all of them, or none.',
  ],
  [
    { SVC_SMTP_URL: 'mail.example.com', SVC_MAIL_FROM: 'a@b' },
    'SVC_SMTP_URL is not valid: expected an address such as smtps://user:password@mail.example.com:465.',
  ],
  [
    {
      SVC_SMTP_URL: 'smtp://mail.example.com',
      SVC_MAIL_FROM: 'svc <svc@example.com>\r\nBcc: all@example.com',
    },
    "SVC_MAIL_FROM 'svc <svc@example.com>\r\nBcc: all@example.com' is not valid: expected a sender such as svc@example.com or svc <svc@example.com>.",
  ],
  [
    { SVC_SIGN_UP: 'everyone' },
    "SVC_SIGN_UP 'everyone' is not valid: expected open, invitation or closed.",
  ],
])('refuses %j', (env, complaint) => {
  expect(() => readConfig(env, '/')).toThrow(new ConfigError([complaint]));
});

describe('the base URL', () => {
  it.each([
    ['https://svc.test', 'https://svc.test', ''],
    ['https://svc.test/', 'https://svc.test', ''],
    ['https://Example.test:443/svc', 'https://example.test/svc', '/svc'],
    ['https://example.test/svc/', 'https://example.test/svc', '/svc'],
    ['https://example.test/svc//', 'https://example.test/svc', '/svc'],
    [
      'https://example.test/tools/svc-1.0_b~',
      'https://example.test/tools/svc-1.0_b~',
      '/tools/svc-1.0_b~',
    ],
    ['https://example.test/x/../svc', 'https://example.test/svc', '/svc'],
  ])('%s is %s with the path %j', (SVC_BASE_URL, baseUrl, basePath) => {
    expect(readConfig({ SVC_BASE_URL }, '/')).toMatchObject({ baseUrl, basePath });
  });

  it.each([
    'https://example.test/svc?x=1',
    'https://example.test/#svc',
    'https://ada:secret@example.test/svc',
    'https://example.test//svc',
    'https://example.test/tools//svc',
    'https://example.test/my%20svc',
    'https://example.test/my svc',
    'https://example.test/dienste/prüfung',
    'https://example.test/a;b',
  ])('is not %s', (SVC_BASE_URL) => {
    const shown = SVC_BASE_URL.replace('ada:secret', '…');
    expect(() => readConfig({ SVC_BASE_URL }, '/')).toThrow(
      `SVC_BASE_URL '${shown}' is not valid: expected an address such as https://svc.example.com or https://example.com/svc, whose path has only letters, digits and - . _ ~.`,
    );
  });

  it.each([
    ['https://example.test/api', '/api', 'https://example.test'],
    ['https://example.test/docs/', '/docs', 'https://example.test'],
    ['https://example.test/executions', '/executions', 'https://example.test'],
    ['https://example.test/svc/executions/12', '/executions/12', 'https://example.test/svc'],
  ])('is not the address of a page: %s', (SVC_BASE_URL, own, meant) => {
    expect(() => readConfig({ SVC_BASE_URL }, '/')).toThrow(
      `SVC_BASE_URL '${SVC_BASE_URL}' is not valid: ${own} is a path of svc itself: set ${meant}, or choose another path.`,
    );
  });
});
