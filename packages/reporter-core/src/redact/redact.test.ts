import { describe, expect, it } from 'vitest';
import { makeRedact } from './redact.ts';
import { TOKEN_SHAPES } from './token-shapes.ts';

const redact = makeRedact({ apiKey: undefined, env: {}, names: [] });
const word = (length: number): string => 'aB3dE5gH1jK'.repeat(30).slice(0, length);
const hex = (length: number): string => '0a1b2c3d4e5f'.repeat(12).slice(0, length);

// Assembled at run time, so that secret scanners ignore this file.
const TOKENS: [name: string, token: string][] = [
  ['svc key', `svc_${word(36)}`],
  ['GitHub token', `ghp_${word(36)}`],
  ['GitHub token', `github_pat_${word(22)}_${word(59)}`],
  ['GitLab token', `glpat-${word(20)}`],
  ['npm token', `npm_${word(36)}`],
  ['PyPI token', `pypi-AgE${word(60)}`],
  ['AWS key id', `AKIA${word(16).toUpperCase()}`],
  ['Google API key', `AIza${word(35)}`],
  ['Google OAuth token', `ya29.${word(40)}`],
  ['Google OAuth secret', `GOCSPX-${word(28)}`],
  ['Slack token', `xoxb-${hex(12)}-${word(24)}`],
  ['Slack webhook', `hooks.slack.com/services/T0001/B0001/${word(24)}`],
  ['Discord webhook', `discord.com/api/webhooks/123456789/${word(60)}`],
  ['Stripe key', `sk_live_${word(24)}`],
  ['Webhook secret', `whsec_${word(32)}`],
  ['OpenAI or Anthropic key', `sk-ant-${word(40)}`],
  ['OpenAI key', `sk-${word(20)}T3BlbkFJ${word(20)}`],
  ['Hugging Face token', `hf_${word(34)}`],
  ['SendGrid key', `SG.${word(22)}.${word(43)}`],
  ['Twilio key', `SK${hex(32)}`],
  ['DigitalOcean token', `dop_v1_${hex(64)}`],
  ['Shopify token', `shpat_${hex(32)}`],
  ['Docker Hub token', `dckr_pat_${word(27)}`],
  ['Linear key', `lin_api_${word(40)}`],
  ['Doppler token', `dp.pt.${word(43)}`],
  ['Vault token', `hvs.${word(24)}`],
  ['Databricks token', `dapi${hex(32)}`],
  ['JSON web token', `eyJ${word(20)}.eyJ${word(40)}.${word(43)}`],
];

describe('redact', () => {
  it.each(TOKENS)('masks a %s wherever it stands, shape %#', (name, token) => {
    expect(redact(`before "${token}" after`)).toBe(`before "[redacted ${name}]" after`);
    expect(redact(`token=${token}\n`)).toBe(`token=[redacted ${name}]\n`);
  });

  it('masks the longer of two secrets that share their beginning', () => {
    const short = word(20);
    const redactBoth = makeRedact({
      apiKey: undefined,
      env: { SHORT_TOKEN: short, LONG_TOKEN: `${short}/the-rest-of-it` },
      names: [],
    });
    expect(redactBoth(`sent ${short}/the-rest-of-it`)).toBe('sent [redacted LONG_TOKEN]');
  });

  it('masks bearer tokens, passwords in URLs and storage keys', () => {
    expect(redact(`Authorization: Bearer ${word(30)}`)).toBe(
      'Authorization: Bearer [redacted bearer token]',
    );
    expect(redact('postgres://app:s3cret@db:5432/shop')).toBe(
      'postgres://[redacted credentials]@db:5432/shop',
    );
    expect(redact(`AccountKey=${word(86)}==;`)).toBe('AccountKey=[redacted Azure storage key];');
  });

  it('masks basic credentials in headers alone', () => {
    for (const before of [
      'Authorization: Basic ',
      "{ authorization: 'Basic ",
      '"authorization":"basic ',
    ]) {
      expect(redact(`${before}dXNlcjpwYXNz'`)).toBe(`${before}[redacted basic credentials]'`);
    }
    expect(redact('Basic functionality works')).toBe('Basic functionality works');
  });

  it('masks a value escaped as in JSON, and in base64', () => {
    const value = 's3cr3t/tok"en\\+9911';
    const ofEnv = makeRedact({ apiKey: undefined, env: { API_TOKEN: value }, names: [] });
    for (const text of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) {
      expect(ofEnv(`a "${text}" b`)).toBe('a "[redacted API_TOKEN]" b');
    }
    const encoded = Buffer.from(`${value}:x`).toString('base64');
    expect(ofEnv(`a ${encoded} b`)).not.toContain(encoded.slice(0, 16));
  });

  it('masks a whole private key, also a truncated one', () => {
    const head = '-----BEGIN RSA PRIVATE KEY-----';
    const key = `${head}\n${word(64)}\n${word(64)}\n-----END RSA PRIVATE KEY-----`;
    expect(redact(`a ${key} b`)).toBe('a [redacted private key] b');
    expect(redact(`a ${head}\n${word(64)}`)).toBe('a [redacted private key]');
  });

  it('leaves plain texts alone', () => {
    const text = `expected sk-1 to be svc_2 at https://shop.test/a:b?c=d (src/a.test.ts:1:2)
      AKIA eyJ.eyJ. ghp_short npm_config_cache https://user@host/ SKU1234567890 git@github.com:a/b`;
    expect(redact(text)).toBe(text);
  });

  it('masks the key and the values of variables that are named like secrets', () => {
    const masked = makeRedact({
      apiKey: 'a session token',
      env: {
        DEPLOY_TOKEN: 'q8-Wk/2_zz',
        DB_PASSWORD: 'postgres',
        SHORT_SECRET: 'x1',
        MONKEY: 'banana-tree-9',
        LICENCE: 'L-1',
      },
      names: ['LICENCE'],
    });
    expect(masked('a session token, q8-Wk/2_zz, q8-Wk%2F2_zz, L-1')).toBe(
      '[redacted SVC_API_KEY], [redacted DEPLOY_TOKEN], [redacted DEPLOY_TOKEN], [redacted LICENCE]',
    );
    // A placeholder is no key: masking it would garble every text.
    expect(makeRedact({ apiKey: 'x', env: {}, names: [] })('the next run')).toBe('the next run');
    // Frequent words, and names that only look secret.
    expect(masked('postgres x1 banana-tree-9')).toBe('postgres x1 banana-tree-9');
  });

  it('takes time in proportion to the length of any text', () => {
    const hostile = [
      ...TOKEN_SHAPES.flatMap(({ hints }) => hints.map((hint) => hint.repeat(40_000))),
      '-----BEGIN PRIVATE KEY-----\n'.repeat(30_000),
      '://a:'.repeat(100_000),
      `Bearer ${'a'.repeat(500_000)}`,
      'eyJaaaaaaaa.'.repeat(40_000),
      `eyJ${'a-'.repeat(250_000)}`,
    ];
    const slow = hostile.filter((text) => {
      const ofAnEighth = leastCpuMs(() => redact(text.slice(0, text.length / 8)));
      // A pattern that backtracks needs 64 times as long for eight times the text.
      return leastCpuMs(() => redact(text)) > 24 * Math.max(ofAnEighth, 1);
    });
    expect(slow.map((text) => text.slice(0, 40))).toEqual([]);
  });
});

/** The minimum of three tries. CPU time, because the machine may be busy. */
function leastCpuMs(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
