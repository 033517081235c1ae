import { expect, test } from '../fixtures/fixtures.ts';
import { lookAt } from '../fixtures/look-at.ts';
import type { Site } from '../fixtures/site.ts';

interface Known {
  failed: string;
  passed: string;
  test: string;
}

/** Every page of the dashboard, by the name of its screenshot. */
const PAGES: Record<string, (known: Known) => string> = {
  overview: () => '/?project=web',
  'overview-all': () => '/',
  executions: () => '/executions',
  'executions-none': () => '/executions?search=nothing+has+this+name',
  execution: ({ failed }) => `/executions/${failed}`,
  'execution-passed': ({ passed }) => `/executions/${passed}`,
  'execution-unknown': () => '/executions/0198a0a0-0000-7000-8000-000000000001',
  test: ({ test }) => `/tests/${test}`,
  flaky: () => '/flaky',
  failures: () => '/failures',
  compare: ({ failed, passed }) => `/compare?base=${passed}&head=${failed}`,
  'compare-empty': () => '/compare',
  start: () => '/start',
  'settings-api-keys': () => '/settings/api-keys',
  'settings-webhooks': () => '/settings/webhooks',
  'settings-members': () => '/settings/members',
  'settings-projects': () => '/settings/projects',
  'settings-retention': () => '/settings/retention',
  'settings-audit-log': () => '/settings/audit-log',
  'settings-organization': () => '/settings/organization',
  'settings-account': () => '/settings/account',
  'sign-in': () => '/sign-in',
  device: () => '/device',
  'forgot-password': () => '/forgot-password',
  'invitation-unknown': () => '/invitations/0198a0a0-0000-7000-8000-000000000001.x',
  unknown: () => '/nothing-here',
};

let known: Known | undefined;

for (const [name, pathOf] of Object.entries(PAGES)) {
  test(`${name} looks right, and axe finds nothing serious in it`, async ({ ownerPage, site }) => {
    const path = pathOf((known ??= await knownIds(site)));
    await lookAt(ownerPage, name, () => ownerPage.goto(path));
  });
}

test('the overview stays where its filters match nothing', async ({ ownerPage }) => {
  await ownerPage.goto('/?branch=no-such-branch');
  await expect(ownerPage.locator('main')).toContainText('No execution in this period');
  await expect(ownerPage).toHaveURL(/\/\?branch=no-such-branch$/);
});

test('the overview of one branch is about that branch', async ({ ownerPage, site }) => {
  const { url, apiKey } = site;
  const response = await fetch(`${url}/api/executions?project=web&limit=100&source=ci`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { data } = (await response.json()) as { data: { items: { git: { branch: string } }[] } };
  const branch = data.items.find(({ git }) => git.branch !== 'main')?.git.branch ?? '';
  await ownerPage.goto(`/?project=web&branch=${encodeURIComponent(branch)}`);
  await expect(ownerPage.locator('main h1').first()).toContainText(branch);
});

async function knownIds({ url, apiKey }: Site): Promise<Known> {
  const get = async (path: string) => {
    const response = await fetch(`${url}/api${path}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const { data } = (await response.json()) as { data: { items: Record<string, string>[] } };
    return data.items[0] ?? {};
  };
  const [failed, passed, flaky] = await Promise.all([
    get('/executions?status=failed&project=web&limit=1'),
    get('/executions?status=passed&project=web&limit=1'),
    get('/flaky-tests?project=web&limit=1'),
  ]);
  return {
    failed: failed['id'] ?? '',
    passed: passed['id'] ?? '',
    test: flaky['testId'] ?? '',
  };
}
