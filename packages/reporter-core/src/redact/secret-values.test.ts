import { describe, expect, it } from 'vitest';
import { makeRedact } from './redact.ts';
import { isSecretName, splitWords } from './secret-names.ts';

function masked(text: string, env: Record<string, string>, options?: { isName: boolean }): string {
  return makeRedact({ apiKey: undefined, env, names: [] })(text, options);
}

describe('isSecretName', () => {
  it.each(
    splitWords(`
  PGPASSWORD MYSQL_PWD REDISCLI_AUTH SSHPASS GH_PAT STRIPE_KEY SIGNING_KEY JWT_KEY
  AZURE_STORAGE_KEY RAILS_MASTER_KEY SUPABASE_SERVICE_ROLE_KEY SENTRY_DSN dbPassword apiKey
  clientSecret stripeSecretKey npm_config_//host/:_authToken AWS_ACCESS_KEY_ID
  SLACK_BOT_TOKEN API_KEY_2 DB_PASS GITHUBTOKEN service.password
`),
  )('takes %s for a secret', (name) => expect(isSecretName(name)).toBe(true));

  it.each(
    splitWords(`
  PWD OLDPWD PATH KEY MONKEY COMPASS_URL BYPASS_CACHE GIT_AUTHOR_NAME SVC_EXECUTION_KEY
  STRIPE_PUBLISHABLE_KEY SSH_PUBLIC_KEY CACHE_KEY SSH_AUTH_SOCK TOKENIZERS_PARALLELISM
  DSN_HOST KEYBOARD authorName HTTP_PORT PATIENCE
`),
  )('does not take %s for one', (name) => expect(isSecretName(name)).toBe(false));
});

describe('redact', () => {
  it('masks short values without entropy, where they are words of their own', () => {
    const env = { LOGIN_PASSWORD: 'correcthorse', USER_PIN: '20391844' };
    expect(masked("fill('correcthorse') 20391844 correcthorses 1203918440", env)).toBe(
      "fill('[redacted LOGIN_PASSWORD]') [redacted USER_PIN] correcthorses 1203918440",
    );
  });

  it('leaves plain words, amounts and names unchanged', () => {
    const env = {
      DB_PASSWORD: 'postgres',
      USE_TOKEN: 'true',
      AUTH_SECRET: '1',
      MAX_TOKENS: '1000000',
      WEB_PASSWORD: 'checkout',
    };
    const text = 'postgres true 1 1000000';
    expect(masked(text, env)).toBe(text);
    expect(masked('checkout', env)).toBe('[redacted WEB_PASSWORD]');
    expect(masked('checkout', env, { isName: true })).toBe('checkout');
  });

  it.each([
    ['DATABASE_URL', 'postgres://app:sw0rdfish@db:5432/shop', 'sw0rdfish'],
    ['REDIS', 'redis://:p%40ssword9@cache', 'p@ssword9'],
    ['ORDERS', 'Server=db;User Id=app;Password=sw0rd fish;Encrypt=yes', 'sw0rd fish'],
    ['ORDERS', 'host=db password=sw0rdfish dbname=shop', 'sw0rdfish'],
    ['JDBC', 'jdbc:postgresql://db/shop?user=app&password=sw0rdfish', 'sw0rdfish'],
    ['BLOBS', 'AccountName=shop;AccountKey=c3dvcmRmaXNo==;Endpoint=x', 'c3dvcmRmaXNo=='],
    [
      'ERRORS',
      'https://0123456789abcdef0123456789abcdef@o1.ingest.example/1',
      '0123456789abcdef0123456789abcdef',
    ],
  ])('masks the password in %s=%s', (name, value, password) => {
    const text = masked(`signed in with ${password} to ${value}`, { [name]: value });
    expect(text).not.toContain(password);
    expect(text).toContain(`signed in with [redacted ${name}]`);
  });

  it('masks secrets of workers, and accepts a lone surrogate', () => {
    const redact = makeRedact({
      apiKey: undefined,
      env: { A_SECRET: 'half \uD83D pair' },
      workerEnvs: [{ API_TOKEN: 'of-a-worker-1' }],
      names: [],
    });
    expect(redact('of-a-worker-1, half \uD83D pair')).toBe(
      '[redacted API_TOKEN], [redacted A_SECRET]',
    );
  });
});
