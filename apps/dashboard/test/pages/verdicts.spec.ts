import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures/fixtures.ts';
import { pageOfNewMember } from '../fixtures/new-member.ts';
import type { Site } from '../fixtures/site.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { faultsOf, sidewaysScroll } from '../fixtures/page-faults.ts';
import { FAILURES, uploadEachClass, uploadExecution } from '../fixtures/upload-failures.ts';
import { uniqueName } from '../fixtures/unique-name.ts';

type Class = keyof typeof FAILURES;

const CLASSES = ['REAL_BUG', 'HEALABLE', 'INFRA', 'KNOWN_FLAKE'] as const;

/** An execution with a failure of each class, of a project of its own. */
let judged: { id: string; project: string };

test.beforeAll(async ({ site }) => {
  const project = uniqueName('judged');
  judged = { id: await uploadEachClass(site, project), project };
  await analyze(site, judged.id);
});

/** The reason that decides each class, and words that the card quotes for it. */
const DECISIVE: Record<Class, { reason: string; quote: string }> = {
  REAL_BUG: { reason: 'The program broke with a runtime error', quote: 'TypeError' },
  HEALABLE: { reason: 'The locator finds more than one element', quote: 'strict mode violation' },
  INFRA: { reason: 'The disk was full', quote: 'ENOSPC' },
  KNOWN_FLAKE: { reason: 'This failure was flaky before on this test', quote: '4 flaky runs' },
};

for (const classification of CLASSES) {
  test(`the verdict card of ${classification} has its evidence and its plan`, async ({
    ownerPage,
  }) => {
    await openFailure(ownerPage, classification);
    const card = ownerPage.locator('.verdict');
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(classification);
    await expect(card.locator('.conf')).toContainText(/^\d+\s% sure/);
    await expect(card.locator('.vh')).toContainText(/next likely [A-Z_]+ \d+\s%/);
    await expect(card.locator('.sum')).toHaveText(/^Probably an? .+\.$/);
    await expect(card.locator('.ev')).toContainText(`For ${classification}`);
    const { reason, quote } = DECISIVE[classification];
    const decisive = card.locator('.ev li', { hasText: reason });
    await expect(decisive).toHaveText(/^\+\d\.\d/);
    await expect(decisive.locator('.quote')).toContainText(quote);
    // Each card has evidence of its own failure only.
    for (const other of CLASSES.filter((one) => one !== classification)) {
      await expect(card.locator('.ev')).not.toContainText(DECISIVE[other].reason);
    }
    await expect(card.locator('.ev')).toContainText('There was no log.');
    expect(await card.locator('.plan ol > li').count()).toBeGreaterThan(1);
    for (const title of ['Forbidden', 'Done when', 'What would change the verdict']) {
      await expect(card.getByRole('heading', { name: title })).toBeHidden();
    }
    await card.getByText('What is forbidden, when it is done').click();
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

test('the failures are grouped by class, and the lead names the most severe', async ({
  ownerPage,
}) => {
  await ownerPage.goto(`/executions/${judged.id}?tab=passed`);
  const verdict = ownerPage.getByRole('group', { name: 'Verdict on the execution' });
  await expect(verdict).toHaveText(
    'The most severe is probably a real bug: adds the tax of every line. Next: reproduce it with the unchanged test.',
  );
  await expect(ownerPage.locator('.head')).toContainText(
    '3 causes first seen here, 1 seen before.',
  );
  await verdict.getByRole('link').click();
  await expect(ownerPage.locator('.reslist .by-class')).toHaveText([
    'REAL_BUGfirst seen here1',
    'HEALABLEfirst seen here1',
    'INFRAfirst seen here1',
    /^KNOWN_FLAKEfirst seen .+1$/,
  ]);
  await expect(ownerPage.locator('.detail h2')).toContainText(FAILURES.REAL_BUG.title);
});

test('the class is next to the status, and leads to the verdict', async ({ ownerPage }) => {
  await ownerPage.setViewportSize({ width: 1280, height: 500 });
  await openFailure(ownerPage, 'INFRA');
  const chip = ownerPage.locator('.result-facts').getByRole('link', { name: 'INFRA' });
  await expect(chip).toHaveText(/^INFRA \d+\s%$/);
  await chip.click();
  await expect(ownerPage.getByRole('region', { name: 'Verdict', exact: true })).toBeFocused();
  await expect(ownerPage).not.toHaveURL(/#/);
});

test('a command is readable to its end on a phone, and commits are short', async ({
  ownerPage,
}) => {
  await ownerPage.setViewportSize({ width: 390, height: 844 });
  await openFailure(ownerPage, 'REAL_BUG');
  const card = ownerPage.locator('.verdict');
  const commands = card.locator('.cmd > span');
  await expect(commands.first()).toBeVisible();
  const cut = await commands.evaluateAll(
    (all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
  );
  expect(cut).toBe(0);
  await expect(card.locator('.ev')).not.toContainText(/[\da-f]{40}/);
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
  expect(markdown).toContain('**Must not:**');
});

test('a member confirms a verdict, corrects it, and takes the correction back', async ({
  site,
  browser,
  ownerPage,
}) => {
  const project = uniqueName('corrected');
  const { REAL_BUG } = FAILURES;
  const twin = { ...REAL_BUG, title: 'adds it once more' };
  const id = await uploadExecution(site, { project, results: [REAL_BUG, twin] });
  await analyze(site, id);
  const page = await pageOfNewMember(browser, { site, owner: ownerPage });
  await page.goto(`/executions/${id}`);
  const card = page.locator('.verdict');
  const correction = card.locator('.vf');
  await expect(correction).toContainText('Is REAL_BUG right?');
  await expect(correction).toContainText(
    'Your choice also decides later failures of the same cause.',
  );
  await correction.getByRole('button', { name: 'Right' }).click();
  await expect(correction).toContainText(/Ada confirmed REAL_BUG just now/);

  await choose(page, 'INFRA');
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('INFRA');
  // Both failures have the fingerprint.
  await expect(page.locator('.reslist .by-class')).toHaveText(['INFRAfirst seen here2']);
  await expect(page.getByRole('group', { name: 'Verdict on the execution' })).toContainText(
    'Each is an infrastructure failure, as Ada decided.',
  );
  await expect(card.locator('.ev')).toContainText('For INFRA', { timeout: 30_000 });
  await expect(correction).toContainText(
    /Ada called this failure INFRA just now, before this analysis/,
  );
  await card.locator('.conf .formula').hover();
  await expect(card.getByRole('tooltip', { name: 'Confidence' })).toContainText(
    "a person's correction of this cause",
  );
  await page.reload();
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('INFRA');
  await expect(card.locator('.ev')).toContainText('corrections by people');

  await choose(page, 'REAL_BUG');
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('REAL_BUG');
  await page.context().close();
});

test('the page follows a correction without a click, and reads the analysis only when it is new', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('followed');
  const id = await uploadExecution(site, { project, results: [FAILURES.REAL_BUG] });
  const card = ownerPage.locator('.verdict');
  await ownerPage.goto(`/executions/${id}`);
  await expect(card.locator('h3')).toHaveText('REAL_BUG', { timeout: 60_000 });
  await ownerPage.goto(`/executions?project=${project}`);
  const row = ownerPage.locator('[data-row]').first();
  await expect(ownerPage.locator('main .chip.code')).toHaveText('REAL_BUG');
  await row.click();
  await expect(card.locator('h3')).toHaveText('REAL_BUG');
  const read: string[] = [];
  ownerPage.on('request', (request) => {
    if (request.url().includes('analyses.get')) read.push(request.url());
  });
  await choose(ownerPage, 'INFRA');
  await expect(card.locator('.ev')).toContainText('For INFRA', { timeout: 30_000 });
  await expect(card.locator('.vf')).toContainText('before this analysis');
  await expect(card.locator('.plan')).not.toContainText('older than the correction');
  expect(read.length).toBe(1);
  await ownerPage.goBack();
  await expect(ownerPage.locator('main .chip.code')).toHaveText('INFRA');
});

test('a correction that the classifier does not follow says so', async ({ ownerPage, site }) => {
  // Nearly all tests at once are no known flakes, whatever people say of one.
  const results = Array.from({ length: 25 }, (_, at) => ({
    ...FAILURES.REAL_BUG,
    title: `fails ${at}`,
  }));
  const id = await uploadExecution(site, { project: uniqueName('outage'), results });
  await analyze(site, id);
  await ownerPage.goto(`/executions/${id}`);
  const card = ownerPage.locator('.verdict');
  await expect(card.locator('h3')).toHaveText('REAL_BUG');
  await choose(ownerPage, 'KNOWN_FLAKE');
  await expect(card.locator('h3')).toHaveText('KNOWN_FLAKE');
  await expect(card.locator('.plan')).toContainText(
    'The classifier did not follow the correction.',
    { timeout: 30_000 },
  );
});

test('pointing at an execution does not load its analysis', async ({ ownerPage }) => {
  await ownerPage.goto(`/executions?project=${judged.project}`);
  const asked: string[] = [];
  ownerPage.on('request', (request) => {
    asked.push(new URL(request.url()).pathname.replace('/trpc/', ''));
  });
  const link = ownerPage.locator(`a[href^="/executions/${judged.id}"]`).first();
  await link.hover();
  await expect.poll(() => asked).toContain('executions.summary');
  await ownerPage.waitForLoadState('networkidle');
  expect(asked.filter((one) => one.startsWith('analyses.'))).toEqual([]);
  await link.click();
  await expect.poll(() => asked).toContain('analyses.get');
});

test('the focus stays in the card after each answer', async ({ ownerPage, site }) => {
  const id = await uploadExecution(site, {
    project: uniqueName('focused'),
    results: [FAILURES.REAL_BUG],
  });
  await analyze(site, id);
  await ownerPage.goto(`/executions/${id}`);
  const correction = ownerPage.locator('.vf');
  await correction.getByRole('button', { name: 'Right' }).focus();
  await ownerPage.keyboard.press('Enter');
  await expect(correction).toContainText('confirmed REAL_BUG');
  await expect(correction.getByRole('status')).toBeFocused();
  for (const classification of ['INFRA', 'KNOWN_FLAKE'] as const) {
    await ownerPage.keyboard.press('Tab');
    await expect(correction.getByRole('button', { name: 'It is …' })).toBeFocused();
    await ownerPage.keyboard.press('Enter');
    const item = ownerPage.getByRole('menuitem', { name: classification });
    await expect(item).toBeVisible();
    await item.press('Enter');
    await expect(correction).toContainText(`${classification} just now`);
    await expect(correction.getByRole('button', { name: 'It is …' })).toBeFocused();
    await correction.getByRole('status').focus();
  }
});

test('a failure without a verdict is analysed on request', async ({ ownerPage, site }) => {
  // A shard is missing, so that the execution does not settle.
  const id = await uploadExecution(site, {
    project: uniqueName('unsettled'),
    results: [FAILURES.HEALABLE],
    shards: 2,
  });
  await ownerPage.goto(`/executions/${id}`);
  const section = ownerPage.getByRole('region', { name: 'Verdict', exact: true });
  await expect(section).toContainText('No verdict yet.');
  await expect(section).toContainText('Failures are analysed soon after the execution ends.');
  await section.getByRole('button', { name: 'Analyse now' }).click();
  await expect(section.getByRole('heading', { level: 3 })).toHaveText('HEALABLE');
  await expect(ownerPage.locator('.head')).toContainText('1 part has not arrived.');
  // The list does not move by itself.
  await expect(ownerPage.locator('.reslist .by-class')).toHaveCount(0);
  await ownerPage.getByRole('button', { name: 'Group by class' }).click();
  await expect(ownerPage.locator('.reslist .by-class')).toHaveText(['HEALABLEfirst seen here1']);
});

test('a settled execution gets its verdicts without a click', async ({ ownerPage, site }) => {
  const id = await uploadExecution(site, {
    project: uniqueName('settled'),
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

test('an unsure verdict has no class, but candidates and what tells them apart', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('unsure');
  const unclear = {
    title: 'is unclear',
    status: 'failed',
    message: 'expected "Pay" to equal "Pay now"',
  } as const;
  const base = await uploadExecution(site, {
    project,
    hoursAgo: 1,
    results: [{ title: unclear.title, status: 'passed' }],
  });
  const id = await uploadExecution(site, { project, results: [unclear] });
  await analyze(site, id);
  const candidates = /[a-z\s]+\s\d+\s%, [a-z\s]+\s\d+\s%/;

  await ownerPage.goto(`/executions/${id}`);
  const card = ownerPage.locator('.verdict');
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('unsure');
  await expect(card.locator('.vh')).toContainText(candidates);
  await expect(card.locator('.vh')).toContainText('needs a person');
  await expect(card.locator('.sum')).toHaveText(/^Unsure: .+ \d+ %, .+ \d+ %\. .+: if .+\.$/);
  await expect(card.locator('.plan h4').first()).toContainText(
    'Plan: The failure is identified as',
  );
  await expect(card.locator('.plan ol > li').nth(1)).toContainText(/^If it is an? .+: /);
  await expect(card.locator('.vf')).toContainText('Which class does it have?');
  await expect(card.getByRole('button', { name: 'Right' })).toHaveCount(0);
  await expect(ownerPage.locator('.reslist .by-class')).toHaveText(['unsurefirst seen here1']);
  await expect(ownerPage.locator('.head .answer')).toContainText(
    /Unsure: .+\. A person should look\. Next: /,
  );
  await expect(ownerPage.locator('.chip.code')).toHaveCount(0);
  await lookAt(ownerPage, 'unsure-execution', () => ownerPage.goto(`/executions/${id}`));

  const lists = {
    [`/executions?project=${encodeURIComponent(project)}`]: 'unsure-executions',
    [`/failures?project=${encodeURIComponent(project)}`]: 'unsure-failures',
    [`/?project=${encodeURIComponent(project)}`]: 'unsure-overview',
    [`/compare?base=${base}&head=${id}`]: 'unsure-compare',
  };
  for (const [address, picture] of Object.entries(lists)) {
    await lookAt(ownerPage, picture, () => ownerPage.goto(address));
    const label = ownerPage.locator('.unsure').first();
    await expect(label).toHaveText(new RegExp(`^unsure${candidates.source}$`));
    await expect(ownerPage.locator('.chip.code')).toHaveCount(0);
  }

  await ownerPage.setViewportSize({ width: 1280, height: 900 });
  await ownerPage.goto(`/executions/${id}`);
  await choose(ownerPage, 'INFRA');
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('INFRA');
  await expect(card.locator('.vf')).toContainText(/decided for INFRA|called this failure INFRA/);
});

test('errors of the run and files that failed to load have verdicts', async ({
  ownerPage,
  site,
}) => {
  const id = await uploadExecution(site, {
    project: uniqueName('outside'),
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
  await expect(ownerPage.locator('.head .answer')).toContainText(
    /The most severe is .+: an error of the run\./,
  );
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
  const errors = [{ message: 'ENOSPC: no space left on device, write' }];
  const id = await uploadExecution(site, { project: uniqueName('many'), results, errors });
  await analyze(site, id);
  await ownerPage.goto(`/executions/${id}?search=fails+1004.`);
  await expect(ownerPage.locator('.detail h2')).toContainText('fails 1004.');
  await expect(ownerPage.locator('.verdict h3')).toBeVisible();
  await expect(ownerPage.locator('.verdict .cmd').first()).toContainText('fails 1004');
  // The verdicts begin with the real bugs.
  await ownerPage.goto(`/executions/${id}?result=run-1`);
  await expect(ownerPage.locator('.verdict h3')).toHaveText('INFRA');
  await expect(ownerPage.locator('.result-facts')).toContainText('INFRA');
});

test('hostile texts stay texts in a verdict, and hold the layout', async ({ ownerPage, site }) => {
  const script = `<img src=x onerror="window.pwned = 'verdict'">`;
  const id = await uploadExecution(site, {
    project: uniqueName('hostile-verdict'),
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
  await panel.getByRole('link', { name: /^fp2:/ }).click();
  await expect(ownerPage).toHaveURL(/\/failures\?.*search=fp2/);
  await ownerPage.goBack();
  await panel.getByRole('link', { name: /^#\d+/ }).click();
  await expect(ownerPage).toHaveURL(new RegExp(`/executions/${judged.id}\\?.*result=`));
  await expect(ownerPage.locator('.detail h2')).toContainText(FAILURES.REAL_BUG.title);

  const passed = await uploadExecution(site, {
    project: uniqueName('passed'),
    results: [{ title: 'never failed', status: 'passed' }],
  });
  await ownerPage.goto(`/executions/${passed}`);
  await ownerPage.getByRole('link', { name: /never failed/ }).click();
  await ownerPage.getByRole('link', { name: 'History of this test' }).click();
  await expect(panel).toContainText('No failure of this test has been analysed.');
});

test('the analyses and the runs of a test agree on a class after a correction', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('agree');
  const results = [FAILURES.REAL_BUG];
  for (const hoursAgo of [2, 1]) {
    await analyze(site, await uploadExecution(site, { project, results, hoursAgo }));
  }
  const id = await uploadExecution(site, { project, results });
  await analyze(site, id);
  await ownerPage.goto(`/executions/${id}`);
  await expect(ownerPage.locator('.verdict h3')).toHaveText('REAL_BUG');
  await choose(ownerPage, 'INFRA');
  await expect(ownerPage.locator('.verdict h3')).toHaveText('INFRA');
  await ownerPage.getByRole('link', { name: 'History of this test' }).click();
  const panel = ownerPage.getByRole('region', { name: 'Analyses' });
  await expect(panel.locator('tbody .chip.code')).toHaveText(['INFRA', 'INFRA', 'INFRA']);
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
