import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../../test/browser.ts';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeResult, makeUpload, readExecution, upload } from '../../../test/make.ts';
import { ConfigError, readConfig } from '../../config.ts';

let server: TestApp;
let browser: Browser;
let port: number;
let dashboardDir: string;

beforeAll(async () => {
  port = await freePort();
  dashboardDir = await mkdtemp(join(tmpdir(), 'svc-dashboard-'));
  await writeFile(join(dashboardDir, 'index.html'), '<title>svc</title>');
  server = await makeApp({
    SVC_BASE_URL: `http://localhost:${port}`,
    HOST: '127.0.0.1',
    SVC_DASHBOARD_DIR: dashboardDir,
  });
  await server.app.listen({ host: '127.0.0.1', port });
  // The arguments of the package are not used: they turn off the isolation of origins.
  browser = await launchBrowser(['--no-sandbox', '--disable-gpu']);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(dashboardDir, { recursive: true });
});

describe('in a browser with a session', () => {
  it('shows a trace, and no script in it can use the session', async () => {
    const context = await browser.newContext();
    await signIn(context);
    const trace = await recordTrace();
    const url = await uploadTrace(trace);
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    await page.goto(
      `http://127.0.0.1:${port}/trace-viewer/index.html?trace=${encodeURIComponent(onViewerHost(url))}`,
    );
    await page.getByText('Set content').first().click();
    await expect
      .poll(async () => (await Promise.all(page.frames().map(textOf))).join(' '), {
        timeout: 20_000,
      })
      .toContain('the page under test');
    expect(refused).toEqual([]);

    // The page of the trace runs on the viewer's origin. Its document has no policy: the worker made it.
    const frames = await Promise.all(
      page.frames().map(async (frame) => ({ frame, text: await textOf(frame) })),
    );
    const inside = frames.find(({ text }) => text.includes('the page under test'))?.frame;
    if (inside === undefined) throw new Error('the snapshot is gone');
    const attempts = await inside.evaluate<Record<string, string>>(
      scriptOfTrace(`http://localhost:${port}`),
    );
    expect(attempts).toEqual({
      cookie: '',
      // The policy of the worker refuses it: all requests of the frame go through the worker.
      session: 'refused by the browser',
      trpc: 'refused by the browser',
      sessionOfDashboard: 'refused by the browser',
      trpcOfDashboard: 'refused by the browser',
      windowText: expect.stringMatching(/^(?:refused by the browser|no window)$/) as string,
    });

    // The session is there all the same.
    const own = await context.newPage();
    await own.goto(`http://localhost:${port}/api/docs/`);
    const session = await own.evaluate<string>(
      "fetch('/api/auth/get-session').then((answer) => answer.text())",
    );
    expect(session).toContain('owner@');
    await context.close();
  });
});

it('sees no cookie on its host, even if a browser sends one', async () => {
  const { email, password } = await server.signIn();
  const signedIn = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { origin: `http://localhost:${port}` },
    payload: { email, password },
  });
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const sessionOn = async (host: string) => {
    const url = '/api/auth/get-session';
    return (await server.app.inject({ url, headers: { host, cookie } })).payload;
  };
  expect(await sessionOn(`localhost:${port}`)).toContain(email);
  expect(await sessionOn(`127.0.0.1:${port}`)).toBe('null');
});

it('exists only on its own host', async () => {
  expect(await statusOn(`127.0.0.1:${port}`)).toBe(200);
  expect(await statusOn(`localhost:${port}`)).toBe(404);
  expect(await statusOn('svc.example')).toBe(404);
});

it('leads from its host to the dashboard on its own', async () => {
  const page = await server.app.inject({
    url: '/executions?tab=all',
    headers: { host: `127.0.0.1:${port}`, accept: 'text/html' },
  });
  expect({ status: page.statusCode, location: page.headers.location }).toEqual({
    status: 302,
    location: `http://localhost:${port}/executions?tab=all`,
  });
});

it('asks nothing but itself and artifacts, and cannot be framed by others', async () => {
  const { headers } = await server.app.inject({
    url: '/trace-viewer/index.html',
    headers: { host: `127.0.0.1:${port}` },
  });
  const policy = String(headers['content-security-policy']);
  const own = `http://127.0.0.1:${port}`;
  expect(policy).toContain(`connect-src ${own}/trace-viewer/ ${own}/artifacts/ data: blob:`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
});

describe('its address', () => {
  it.each([
    [{}, 'http://127.0.0.1:4400'],
    [{ PORT: '5000' }, 'http://127.0.0.1:5000'],
    [{ SVC_BASE_URL: 'http://localhost:8080/svc/' }, 'http://127.0.0.1:8080/svc'],
    [{ SVC_BASE_URL: 'https://svc.example.com' }, null],
    [{ HOST: '::1' }, null],
    [
      {
        SVC_BASE_URL: 'https://svc.example.com',
        SVC_TRACE_VIEWER_URL: 'https://svc-traces.example.com/',
      },
      'https://svc-traces.example.com',
    ],
  ])('of %j is %s', (env, expected) => {
    expect(readConfig(env, '/').traceViewerUrl).toBe(expected);
  });

  it('must not be the dashboard on another port: ports share cookies', () => {
    const env = { SVC_BASE_URL: 'http://svc.lan', SVC_TRACE_VIEWER_URL: 'http://svc.lan:8080' };
    expect(() => readConfig(env, '/')).toThrow(ConfigError);
  });
});

async function statusOn(host: string): Promise<number> {
  const url = '/trace-viewer/index.html';
  const { statusCode } = await server.app.inject({ url, headers: { host, accept: 'text/html' } });
  return statusCode;
}

async function signIn(context: BrowserContext): Promise<void> {
  const { email, password } = await server.signIn();
  const page = await context.newPage();
  await page.goto(`http://localhost:${port}/api/docs/`);
  const status = await page.evaluate<number>(`
    fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify({ email, password }))},
    }).then((answer) => answer.status)`);
  expect(status).toBe(200);
  await page.close();
}

async function recordTrace(): Promise<Buffer> {
  const context = await browser.newContext();
  await context.tracing.start({ snapshots: true, screenshots: false });
  const page = await context.newPage();
  await page.setContent('<h1>the page under test</h1>');
  await page.locator('h1').click();
  const folder = await mkdtemp(join(tmpdir(), 'svc-trace-'));
  const path = join(folder, 'trace.zip');
  await context.tracing.stop({ path });
  await context.close();
  const trace = await readFile(path);
  await rm(folder, { recursive: true });
  return trace;
}

/** The signed address of the uploaded trace. */
async function uploadTrace(trace: Buffer): Promise<string> {
  const result = makeResult({
    artifacts: [
      {
        clientId: 'trace',
        name: 'trace.zip',
        kind: 'trace',
        contentType: 'application/zip',
        sizeBytes: trace.length,
      },
    ],
  });
  const { executionId, uploads } = await upload(server, makeUpload({ results: [result] }));
  const [address] = uploads;
  const put = await fetch(address?.url ?? '', {
    method: 'PUT',
    headers: address?.headers ?? {},
    body: new Uint8Array(trace),
  });
  expect(put.status).toBe(200);
  const [artifact] = (await readExecution(server, { executionId })).artifacts;
  return artifact?.url ?? '';
}

function onViewerHost(url: string): string {
  return url.replace('//localhost:', '//127.0.0.1:');
}

function textOf(frame: Frame): Promise<string> {
  return frame.evaluate<string>("document.body?.innerText ?? ''").catch(() => '');
}

/** Attempts of a hostile page in a trace, and their results. */
function scriptOfTrace(dashboard: string): string {
  return `(async () => {
    const tried = async (address) => {
      try {
        const response = await fetch(address, { credentials: 'include' });
        return response.status + ' ' + (await response.text());
      } catch {
        return 'refused by the browser';
      }
    };
    const opened = window.open('${dashboard}/api/docs/');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    let windowText;
    try {
      windowText = opened === null ? 'no window' : opened.document.body.innerText;
    } catch {
      windowText = 'refused by the browser';
    }
    return {
      cookie: document.cookie,
      session: await tried('/api/auth/get-session'),
      trpc: await tried('/trpc/whoami.get'),
      sessionOfDashboard: await tried('${dashboard}/api/auth/get-session'),
      trpcOfDashboard: await tried('${dashboard}/trpc/whoami.get'),
      windowText,
    };
  })()`;
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port: free } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return free;
}
