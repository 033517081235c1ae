import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';

const HTML = { accept: 'text/html,application/xhtml+xml' };

let folder: string;
let server: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-dashboard-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>svc</title>');
  await writeFile(join(folder, 'theme.js'), '// theme');
  await writeFile(join(folder, 'assets/index-Ab12.js'), 'plain');
  await writeFile(join(folder, 'assets/index-Ab12.js.br'), 'as brotli');
  server = await makeApp({ SVC_DASHBOARD_DIR: folder });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe('the page', () => {
  it.each(['/', '/executions', '/executions/0198a0a0-0000-7000-8000-000000000001?tab=flaky'])(
    'is at %s, asked for again at each visit',
    async (url) => {
      const { statusCode, headers, body } = await server.app.inject({ url, headers: HTML });
      expect([statusCode, body]).toEqual([200, '<!doctype html><title>svc</title>']);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-type']).toMatch(/^text\/html/);
    },
  );

  it.each(['/', '/index.html'])(
    'at %s runs only its own scripts and cannot be framed',
    async (url) => {
      const { statusCode, headers } = await server.app.inject({ url, headers: HTML });
      expect(statusCode).toBe(200);
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
    },
  );

  it('reaches no other host, also where files are in a bucket: the server sends them', async () => {
    const other = await makeApp({
      SVC_DASHBOARD_DIR: folder,
      SVC_STORAGE: 's3',
      SVC_S3_BUCKET: 'files',
      SVC_S3_ENDPOINT: 'https://minio.test:9000',
      SVC_S3_ACCESS_KEY_ID: 'id',
      SVC_S3_SECRET_ACCESS_KEY: 'secret',
    });
    const { headers } = await other.app.inject({ url: '/', headers: HTML });
    await other.close();
    expect(headers['content-security-policy']).not.toContain('http');
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
  });

  it.each(['/api/nothing', '/trpc/nothing', '/artifacts', '/metrics/x'])(
    'is not at %s, which is the API\u2019s',
    async (url) => {
      const { statusCode, headers } = await server.app.inject({ url, headers: HTML });
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(headers['content-type']).toMatch(/^application\/json/);
    },
  );

  it('is at / for a check that accepts anything', async () => {
    const { statusCode, headers } = await server.app.inject({
      url: '/',
      headers: { accept: '*/*' },
    });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('is not what a program gets that asks for JSON', async () => {
    const { statusCode, body } = await server.app.inject({
      url: '/executions',
      headers: { accept: 'application/json' },
    });
    expect([statusCode, JSON.parse(body)]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
  });
});

describe('its files', () => {
  it('are kept for a year, and sent as the build compressed them', async () => {
    const { headers, body } = await server.app.inject({
      url: '/assets/index-Ab12.js',
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(body).toBe('as brotli');
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(headers['content-type']).toMatch(/javascript/);
  });

  it('are asked for again where the name has no hash', async () => {
    const { headers } = await server.app.inject('/theme.js');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it.each(['/assets/index-Old.js', '/assets/../../secret', '/%2e%2e/secret', '/package.json'])(
    'are only those of the build: %s',
    async (url) => {
      const { statusCode } = await server.app.inject({ url, headers: { accept: '*/*' } });
      expect(statusCode).toBe(404);
    },
  );
});

it('says that the files are missing where nobody built them', async () => {
  const other = await makeApp({ SVC_DASHBOARD_DIR: '/nowhere' });
  const { statusCode, body } = await other.app.inject({ url: '/', headers: HTML });
  await other.close();
  expect([statusCode, body]).toEqual([200, expect.stringContaining('run `pnpm build`')]);
});
