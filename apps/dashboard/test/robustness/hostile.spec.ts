import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import type { Site } from '../fixtures/site.ts';
import { testClock } from '@svc/server/test/clock.ts';

const SCRIPT = `<script>window.pwned = 'script'</script><img src=x onerror="window.pwned = 'image'">`;
const RIGHT_TO_LEFT = '\u202Egpj.exe\u2066 never closed';
const ZERO_WIDTH = 'a\u200Bb\u200Dc\uFEFF';
const COMBINING = `Z${'\u0301'.repeat(400)}`;
const ANSI = `\u001B[31mred\u001B]8;;javascript:window.pwned='ansi'\u0007link\u001B]8;;\u0007 ${SCRIPT}`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned='svg'"><script>window.pwned='svg'</script></svg>`;

/** Files that say to be something else, or that hold scripts. */
const ARTIFACTS: Record<string, { name: string; kind: string; contentType: string; body: string }> =
  {
    svg: { name: `${SCRIPT}.svg`, kind: 'screenshot', contentType: 'image/svg+xml', body: SVG },
    html: { name: 'page.html', kind: 'other', contentType: 'text/html', body: SCRIPT },
    film: { name: 'film.webm', kind: 'video', contentType: 'video/webm', body: SCRIPT },
    trace: { name: 'trace.zip', kind: 'trace', contentType: 'application/zip', body: SCRIPT },
  };

let executionId: string;
let webhookId: string;

test.beforeAll(async ({ site }) => {
  // Before the upload, whose events it receives.
  webhookId = await addWebhook(site);
  await uploadHostile(site, { branch: 'main', isFailed: false });
  executionId = await uploadHostile(site, { branch: SCRIPT, isFailed: true });
});

/** The pages that show texts of uploads. */
const PAGES: Record<string, () => string> = {
  executions: () => '/executions?project=hostile',
  execution: () => `/executions/${executionId}`,
  artifacts: () => `/executions/${executionId}?tab=artifacts`,
  gate: () => `/executions/${executionId}?tab=gate`,
  compare: () => `/compare?head=${executionId}`,
  'pull request': () => '/projects/hostile/pull-requests/7',
  failures: () => '/failures?project=hostile&source=all',
  overview: () => '/?project=hostile&source=all',
  flaky: () => '/flaky?project=hostile&source=all',
  webhooks: () => `/settings/webhooks?webhook=${webhookId}`,
};

for (const [name, pathOf] of Object.entries(PAGES)) {
  for (const width of [1280, 390]) {
    test(`${name} shows hostile texts as text at ${width} pixels`, async ({ ownerPage }) => {
      const dialogs: string[] = [];
      ownerPage.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await ownerPage.setViewportSize({ width, height: 900 });
      await ownerPage.goto(pathOf());
      await ownerPage.locator('main h1').first().waitFor();
      await ownerPage.waitForLoadState('networkidle');
      expect(await harmOf(ownerPage)).toEqual({ pwned: null, scripts: 0, links: [], sideways: [] });
      expect(dialogs).toEqual([]);
    });
  }
}

test('a failure of a megabyte in one line is cut, and its whole text is one click away', async ({
  ownerPage,
}) => {
  await ownerPage.goto(`/executions/${executionId}`);
  await ownerPage
    .getByRole('link', { name: /a megabyte/ })
    .first()
    .click();
  await expect(ownerPage.getByRole('button', { name: /show all/i }).first()).toBeVisible();
});

test.describe('hostile artifacts', () => {
  test.beforeEach(async ({ ownerPage }) => {
    await ownerPage.goto(`/executions/${executionId}`);
    await ownerPage
      .getByRole('link', { name: /hostile artifacts/ })
      .first()
      .click();
  });
  test.afterEach(async ({ ownerPage }) => {
    expect(await harmOf(ownerPage)).toMatchObject({ pwned: null, links: [] });
  });

  for (const name of [`${SCRIPT}.svg`, 'page.html']) {
    test(`${name.replace(SCRIPT, 'a picture that is a script')} is only downloaded`, async ({
      ownerPage,
    }) => {
      const download = ownerPage.waitForEvent('download');
      await ownerPage.locator('main').getByText(name).first().click();
      expect(await (await download).failure()).toBeNull();
    });
  }

  test('a film that is none says so', async ({ ownerPage }) => {
    await ownerPage.locator('main').getByText('film.webm').first().click();
    await expect(ownerPage.getByRole('dialog')).toContainText('The browser cannot play this file');
  });

  test('a trace that is none opens on the host of the trace viewer, where the session is not', async ({
    ownerPage,
    site,
  }) => {
    const opened = ownerPage.context().waitForEvent('page');
    await ownerPage.locator('main').getByText('trace.zip').first().click();
    const viewer = await opened;
    await expect(viewer.locator('body')).toContainText('Could not load trace');
    expect(new URL(viewer.url()).origin).not.toBe(site.url);
    expect(await ownerPage.context().cookies(viewer.url())).toEqual([]);
    expect(await viewer.evaluate('window.pwned ?? null')).toBeNull();
  });
});

for (const address of [
  '/executions?from=99&status=lost&days=-1',
  '/executions?branch=a&branch=b&project=%7B%22a%22:1%7D',
  '/flaky?sort=cost&runs=-1&from=2026-02-30',
]) {
  test(`${address} opens as if the wrong values were not there`, async ({ ownerPage }) => {
    await ownerPage.goto(address);
    await expect(ownerPage.locator('main h1').first()).toHaveText(/executions? failed|flaky run/);
    expect(new URL(ownerPage.url()).search).toBe('');
  });
}

interface Harm {
  pwned: string | null;
  /** Scripts in the document that are not the dashboard's files. */
  scripts: number;
  /** Addresses of links that are neither http(s) nor of this site. */
  links: string[];
  /** Parts that are wider than the window, of a page that scrolls sideways. */
  sideways: string[];
}

function harmOf(page: Page): Promise<Harm> {
  return page.evaluate<Harm>(`({
    pwned: window.pwned ?? null,
    scripts: [...document.scripts].filter(({ src }) => !src.startsWith(location.origin)).length,
    links: [...document.links].map(({ protocol, href }) => (/^https?:$/.test(protocol) ? '' : href)).filter(Boolean),
    sideways: document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
      [...document.querySelectorAll('main *')]
        .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map(({ tagName, className }) => tagName + '.' + (className.baseVal ?? className)),
  })`);
}

/** A webhook that no one receives, with hostile texts. */
async function addWebhook({ url, apiKey }: Site): Promise<string> {
  const response = await fetch(`${url}/api/ci/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      url: `http://127.0.0.1:9/${encodeURIComponent(SCRIPT)}?${'q'.repeat(1_500)}`,
      events: ['*'],
      description: `${SCRIPT}${ANSI.slice(0, 20)}${RIGHT_TO_LEFT}${'d'.repeat(200)}`,
      branch: SCRIPT,
    }),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}

/** Hostile texts where everything has texts: on main before, where all pass, and in a pull request. */
async function uploadHostile(
  { url, apiKey }: Site,
  { branch, isFailed }: { branch: string; isFailed: boolean },
): Promise<string> {
  const startedAt = new Date(testClock.now().getTime() - (isFailed ? 0 : 3_600_000)).toISOString();
  const status = isFailed ? 'failed' : 'passed';
  const titles = [SCRIPT, RIGHT_TO_LEFT, ZERO_WIDTH, COMBINING, 'x'.repeat(5_000)];
  const result = (title: string, message: string) => ({
    titlePath: [SCRIPT, title],
    file: `src/${SCRIPT.replaceAll('/', '')}.test.ts`,
    status,
    durationMs: 5,
    owner: SCRIPT,
    tags: [SCRIPT],
    annotations: [{ type: 'issue', description: `javascript:window.pwned='annotation'` }],
    attempts: [
      {
        status,
        durationMs: 5,
        errors: isFailed
          ? [
              {
                message,
                stack: `Error: ${ANSI}\n    at ${SCRIPT} (src/a.ts:1:1)`,
                diff: ANSI,
                snippet: SCRIPT,
              },
            ]
          : [],
        steps: [{ title: SCRIPT, durationMs: 1 }],
        stdout: ANSI,
        stderr: RIGHT_TO_LEFT,
      },
    ],
  });
  const response = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      version: 1,
      execution: {
        project: 'hostile',
        name: SCRIPT,
        framework: 'vitest',
        reporter: { name: 'hostile', version: '1' },
        status,
        startedAt,
        durationMs: 10,
        git: {
          branch,
          baseBranch: 'main',
          commit: (isFailed ? 'a' : 'b').repeat(40),
          message: `${SCRIPT}\n${ANSI}`,
          author: SCRIPT,
        },
        ci: {
          provider: 'github',
          runId: branch,
          ...(isFailed && { pullRequest: 7 }),
          url: `javascript:window.pwned='ci'`,
          workflow: SCRIPT,
        },
        environment: { name: SCRIPT, os: SCRIPT },
        tags: [SCRIPT],
        errors: isFailed ? [{ message: ANSI }] : [],
      },
      files: isFailed
        ? [{ file: 'src/broken.test.ts', durationMs: 1, errors: [{ message: SCRIPT }] }]
        : [],
      results: [
        ...titles.map((title) => result(title, `${ANSI} ${title}`)),
        result('a megabyte', 'm'.repeat(1_000_000)),
        {
          ...result('hostile artifacts', SCRIPT),
          artifacts: Object.entries(ARTIFACTS).map(([clientId, { body, ...artifact }]) => ({
            clientId,
            ...artifact,
            sizeBytes: body.length,
          })),
        },
      ],
    }),
  });
  const { data } = (await response.json()) as {
    data: {
      executionId: string;
      uploads: { clientId: string; url: string; method: string; headers: Record<string, string> }[];
    };
  };
  for (const { clientId, url: address, method, headers } of data.uploads) {
    const put = await fetch(address, { method, headers, body: ARTIFACTS[clientId]?.body });
    if (!put.ok) throw new Error(`storing ${clientId} failed: ${await put.text()}`);
  }
  return data.executionId;
}
