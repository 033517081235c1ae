import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import type { Site } from './site.ts';
import { faultsOf, sidewaysScroll } from './page-faults.ts';
import { FAILURES, uploadEachClass, uploadExecution } from './upload-failures.ts';

type Class = keyof typeof FAILURES;

const CLASSES = ['REAL_BUG', 'HEALABLE', 'INFRA', 'KNOWN_FLAKE'] as const;

/** An execution with a failure of each class, of a project of its own. */
let judged: { id: string; project: string };

test.beforeAll(async ({ site }) => {
  const project = `judged-${Date.now()}`;
  judged = { id: await uploadEachClass(site, project), project };
  await analyze(site, judged.id);
});

for (const classification of CLASSES) {
  test(`the verdict card of ${classification} has its evidence and its plan`, async ({
    ownerPage,
  }) => {
    await openFailure(ownerPage, classification);
    const card = ownerPage.locator('.verdict');
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(classification);
    await expect(card.locator('.conf')).toContainText(/^\d+\s% sure/);
    await expect(card.locator('.vh')).toContainText(/runner-up [A-Z_]+ \d+\s%/);
    await expect(card.locator('.sum')).toHaveText(/^Probably a .+\.$/);
    await expect(card.locator('.ev')).toContainText(`For ${classification}`);
    await expect(card.locator('.ev .w').first()).toHaveText(/^\+\d\.\d$/);
    await expect(card.locator('.ev .quote').first()).not.toBeEmpty();
    await expect(card.locator('.ev')).toContainText('There was no log.');
    expect(await card.locator('.plan ol > li').count()).toBeGreaterThan(1);
    for (const title of ['Forbidden', 'Done when', 'What would change the verdict']) {
      await expect(card.getByRole('heading', { name: title })).toBeVisible();
    }
  });

  test(`the verdict card of ${classification} fits both themes and a phone, and axe finds nothing serious`, async ({
    ownerPage,
  }) => {
    for (const [width, theme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await ownerPage.setViewportSize({ width, height: 900 });
      await ownerPage.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await openFailure(ownerPage, classification);
      await expect(ownerPage.locator('.verdict')).toBeVisible();
      await test.step(`${width} ${theme}`, async () => {
        expect(await sidewaysScroll(ownerPage)).toBe(0);
        expect(await faultsOf(ownerPage)).toEqual([]);
      });
    }
  });
}

test('the failures are grouped by class, and the head counts them', async ({ ownerPage }) => {
  await ownerPage.goto(`/executions/${judged.id}`);
  await expect(ownerPage.locator('.reslist .by-class')).toHaveText(
    CLASSES.map((classification) => `${classification}1`),
  );
  const verdict = ownerPage.getByRole('region', { name: 'Verdict on the execution' });
  await expect(verdict).toContainText('Of 4 failures, 1 is a real bug');
  await expect(verdict.getByRole('listitem')).toHaveText(
    CLASSES.map((classification) => `${classification} 1`),
  );
});

test('the key v moves to the verdict', async ({ ownerPage }) => {
  await ownerPage.setViewportSize({ width: 1280, height: 500 });
  await openFailure(ownerPage, 'REAL_BUG');
  await expect(ownerPage.locator('.verdict')).toBeVisible();
  await ownerPage.keyboard.press('v');
  await expect(ownerPage.getByRole('region', { name: 'Verdict', exact: true })).toBeFocused();
  await expect(ownerPage.locator('.verdict .vh')).toBeInViewport();
});

test('the command of a step and the Markdown of a result with its plan are copied', async ({
  ownerPage,
}) => {
  await ownerPage.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFailure(ownerPage, 'REAL_BUG');
  await ownerPage
    .locator('.plan')
    .getByRole('button', { name: 'Copy the command' })
    .first()
    .click();
  const copied = () => ownerPage.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(copied).toMatch(/^npx vitest run src\/cart\/cart\.test\.ts -t /);
  await ownerPage.keyboard.press('y');
  await expect.poll(copied).toContain('REAL\\_BUG');
  const markdown = await copied();
  expect(markdown).toContain('**Plan:** ');
  expect(markdown).toContain('1. **Reproduce it');
  expect(markdown).toContain('Forbidden:');
});

test('a member confirms a verdict, corrects it, and takes the correction back', async ({
  ownerPage,
  site,
}) => {
  const project = `corrected-${Date.now()}`;
  const { REAL_BUG } = FAILURES;
  const twin = { ...REAL_BUG, title: 'adds it once more' };
  // A shard is missing: the analysis of a settled execution would follow the correction by itself.
  const id = await uploadExecution(site, { project, results: [REAL_BUG, twin], shards: 2 });
  await analyze(site, id);
  await ownerPage.goto(`/executions/${id}`);
  const card = ownerPage.locator('.verdict');
  const feedback = card.locator('.vf');
  await expect(feedback).toContainText('Is REAL_BUG right?');
  await expect(feedback).toContainText('Later failures with this fingerprint follow your answer.');
  await feedback.getByRole('button', { name: 'Right' }).click();
  await expect(feedback).toContainText(/confirmed REAL_BUG just now/);

  await choose(ownerPage, 'INFRA');
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('INFRA');
  await expect(feedback).toContainText(/corrected REAL_BUG to INFRA just now/);
  await expect(card.locator('.vh')).toContainText('corrected');
  // Both failures have the fingerprint.
  await expect(ownerPage.locator('.reslist .by-class')).toHaveText(['INFRA2']);
  await expect(card.getByRole('button', { name: 'Show the plan for REAL_BUG' })).toBeVisible();
  await card.getByRole('button', { name: 'Analyse again' }).click();
  await expect(card.locator('.ev')).toContainText('For INFRA');
  await expect(feedback).toContainText(/called this failure INFRA just now, before this analysis/);
  await ownerPage.reload();
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('INFRA');
  await expect(card.locator('.ev')).toContainText('feedback of people');

  await choose(ownerPage, 'REAL_BUG');
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('REAL_BUG');
});

test('a failure without a verdict is analysed on request', async ({ ownerPage, site }) => {
  // A shard is missing, so that the execution does not settle.
  const id = await uploadExecution(site, {
    project: `unsettled-${Date.now()}`,
    results: [FAILURES.HEALABLE],
    shards: 2,
  });
  await ownerPage.goto(`/executions/${id}`);
  const section = ownerPage.getByRole('region', { name: 'Verdict', exact: true });
  await expect(section).toContainText('No verdict yet.');
  await expect(section).toContainText('Failures are analysed when the execution settles.');
  await section.getByRole('button', { name: 'Analyse now' }).click();
  await expect(section.getByRole('heading', { level: 3 })).toHaveText('HEALABLE');
  const whole = ownerPage.getByRole('region', { name: 'Verdict on the execution' });
  await expect(whole).toContainText('1 part has not arrived.');
  // The list does not move by itself.
  await expect(ownerPage.locator('.reslist .by-class')).toHaveCount(0);
  await ownerPage.getByRole('button', { name: 'Group by class' }).click();
  await expect(ownerPage.locator('.reslist .by-class')).toHaveText(['HEALABLE1']);
});

test('a settled execution gets its verdicts without a click', async ({ ownerPage, site }) => {
  const id = await uploadExecution(site, {
    project: `settled-${Date.now()}`,
    results: [FAILURES.INFRA],
  });
  await ownerPage.goto(`/executions/${id}`);
  await expect(ownerPage.locator('.verdict h3')).toHaveText('INFRA', { timeout: 60_000 });
});

test('a verdict that cannot be loaded says so, and the error stays', async ({ page, site }) => {
  await signIn(page, site);
  await page.route(/analyses\.list/, (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({
        error: { message: 'x', code: -32_600, data: { code: 'BAD_REQUEST', httpStatus: 400 } },
      }),
    }),
  );
  await page.goto(`/executions/${judged.id}`);
  const section = page.getByRole('region', { name: 'Verdict', exact: true });
  await expect(section.getByRole('alert')).toBeVisible();
  await expect(page.locator('.errmsg')).toBeVisible();
  await page.unroute(/analyses\.list/);
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(section.getByRole('heading', { level: 3 })).toHaveText('REAL_BUG');
});

test('an uncertain verdict asks for a person', async ({ ownerPage, site }) => {
  const id = await uploadExecution(site, {
    project: `unsure-${Date.now()}`,
    results: [{ title: 'is unclear', status: 'failed', message: 'expected false to be true' }],
  });
  await analyze(site, id);
  await ownerPage.goto(`/executions/${id}`);
  await expect(ownerPage.locator('.verdict .vh')).toContainText('needs a person');
  await expect(ownerPage.locator('.verdict .sum')).toContainText('A person should look');
});

test('errors of the run and files that failed to load have verdicts', async ({
  ownerPage,
  site,
}) => {
  const id = await uploadExecution(site, {
    project: `outside-${Date.now()}`,
    results: [],
    errors: [
      { message: 'ENOSPC: no space left on device, write' },
      { message: "TypeError: Cannot read properties of undefined (reading 'port')" },
    ],
    files: [
      {
        file: 'src/b.test.ts',
        durationMs: 1,
        errors: [{ message: 'ENOSPC: no space left on device, open' }],
      },
    ],
  });
  await analyze(site, id);
  const name = ownerPage.locator('.verdict h3');
  const quote = ownerPage.locator('.verdict .quote').first();
  await ownerPage.goto(`/executions/${id}?result=run-1`);
  await expect(name).toHaveText('INFRA');
  await ownerPage.goto(`/executions/${id}?result=run-2`);
  await expect(quote).toContainText('TypeError');
  await ownerPage.goto(`/executions/${id}?result=file-1`);
  await expect(name).toHaveText('INFRA');
});

test('a failure after the first 1,000 has its verdict too', async ({ ownerPage, site }) => {
  const results = Array.from({ length: 1_005 }, (_, at) => ({
    ...FAILURES.REAL_BUG,
    title: `fails ${at}.`,
  }));
  const id = await uploadExecution(site, { project: `many-${Date.now()}`, results });
  await analyze(site, id);
  await ownerPage.goto(`/executions/${id}?search=fails+1004.`);
  await expect(ownerPage.locator('.detail h2')).toContainText('fails 1004.');
  await expect(ownerPage.locator('.verdict h3')).toBeVisible();
  await expect(ownerPage.locator('.verdict .plan')).toContainText(
    'Failures with this fingerprint share the plan.',
  );
});

test('hostile texts stay texts in a verdict, and hold the layout', async ({ ownerPage, site }) => {
  const script = `<img src=x onerror="window.pwned = 'verdict'">`;
  const id = await uploadExecution(site, {
    project: `hostile-verdict-${Date.now()}`,
    results: [
      {
        title: `${script}\u202E`,
        status: 'failed',
        message: `ENOSPC: no space left on device ${script}\u001B[31m\u202Etxt\u0007 ${'m'.repeat(1_000_000)}`,
        stack: `Error: ENOSPC\n    at ${script} (src/a.ts:1:1)`,
        owner: `${script}${'o'.repeat(900)}`,
      },
    ],
  });
  await analyze(site, id);
  for (const width of [1280, 390]) {
    await ownerPage.setViewportSize({ width, height: 900 });
    await ownerPage.goto(`/executions/${id}`);
    await expect(ownerPage.locator('.verdict')).toBeVisible();
    expect(await sidewaysScroll(ownerPage)).toBe(0);
    expect(await ownerPage.evaluate('window.pwned ?? null')).toBeNull();
    expect(await ownerPage.locator('.verdict img').count()).toBe(0);
  }
});

test('a comparison has the class of each regression', async ({ ownerPage, site }) => {
  const base = await uploadExecution(site, {
    project: judged.project,
    hoursAgo: 2,
    results: Object.values(FAILURES).map(({ title }) => ({ title, status: 'passed' })),
  });
  await ownerPage.goto(`/compare?base=${base}&head=${judged.id}`);
  const row = ownerPage.locator('#regressions tr', { hasText: FAILURES.REAL_BUG.title });
  await expect(row.locator('.chip.code')).toHaveText('REAL_BUG');
  await expect(ownerPage.locator('#regressions .chip.code')).toHaveCount(4);
});

test('a test lists its analyses, and says where it has none', async ({ ownerPage, site }) => {
  await ownerPage.goto(`/executions/${judged.id}`);
  await ownerPage.getByRole('link', { name: 'History of this test' }).click();
  const panel = ownerPage.getByRole('region', { name: 'Analyses' });
  await expect(panel.locator('tbody tr')).toHaveCount(1);
  await expect(panel.locator('tbody tr')).toContainText('REAL_BUG');
  await panel.getByRole('link', { name: /^#\d+/ }).click();
  await expect(ownerPage).toHaveURL(new RegExp(`/executions/${judged.id}`));

  const passed = await uploadExecution(site, {
    project: `passed-${Date.now()}`,
    results: [{ title: 'never failed', status: 'passed' }],
  });
  await ownerPage.goto(`/executions/${passed}`);
  await ownerPage.getByRole('link', { name: /never failed/ }).click();
  await ownerPage.getByRole('link', { name: 'History of this test' }).click();
  await expect(panel).toContainText('No failure of this test has been analysed.');
});

async function openFailure(page: Page, classification: Class): Promise<void> {
  await page.goto(`/executions/${judged.id}`);
  await page.locator('.reslist [data-row]', { hasText: FAILURES[classification].title }).click();
  await expect(page.locator('.detail h2')).toContainText(FAILURES[classification].title);
}

async function choose(page: Page, classification: Class): Promise<void> {
  await page.locator('.vf').getByRole('button', { name: 'It is …' }).click();
  await page.getByRole('menuitem', { name: classification }).click();
}

/** Analyses an execution at once, as the server does when it settles. */
async function analyze({ url, apiKey }: Site, executionId: string): Promise<void> {
  const response = await fetch(`${url}/api/ci/analyze`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ executionId }),
  });
  if (!response.ok) throw new Error(`the analysis failed: ${await response.text()}`);
}
