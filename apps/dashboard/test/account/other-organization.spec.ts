import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../fixtures/fixtures.ts';
import type { Site } from '../fixtures/site.ts';
import { testClock } from '@svc/server/test/clock.ts';

// The pages of what belongs to an organization that the viewer is no member of. Its ids are real ones.

const ADMIN = fileURLToPath(new URL('../../../server/dist/admin.js', import.meta.url));
const SECRET = 'only its members may read this';

interface Execution {
  executionId: string;
  testId: string;
  resultId: string;
}

let theirs: Execution;
let mine: Execution;

test.beforeAll(async ({ site }) => {
  theirs = await upload(site.url, await keyOfNewOrganization(site), SECRET);
  mine = await upload(site.url, site.apiKey, 'all may read this');
});

const PAGES: Record<string, { pathOf: () => string; says: string }> = {
  'an execution': {
    pathOf: () => `/executions/${theirs.executionId}`,
    says: 'There is no such execution',
  },
  "its result, on that execution's page": {
    pathOf: () => `/executions/${theirs.executionId}?result=${theirs.resultId}`,
    says: 'There is no such execution',
  },
  'its result, on the page of an execution of mine': {
    pathOf: () => `/executions/${mine.executionId}?tab=all&result=${theirs.resultId}`,
    says: 'There is no such result',
  },
  'a test': { pathOf: () => `/tests/${theirs.testId}`, says: 'There is no such test' },
  'an execution, compared with mine': {
    pathOf: () => `/compare?base=${mine.executionId}&head=${theirs.executionId}`,
    says: 'The head was not found',
  },
  'an execution that mine is compared with': {
    pathOf: () => `/compare?base=${theirs.executionId}&head=${mine.executionId}`,
    says: 'The base was not found',
  },
};

for (const [name, { pathOf, says }] of Object.entries(PAGES)) {
  test(`${name}: not found`, async ({ ownerPage }) => {
    await ownerPage.goto(pathOf());
    await expect(ownerPage.locator('main')).toContainText(says);
    await ownerPage.waitForLoadState('networkidle');
    expect(await ownerPage.content()).not.toContain(SECRET);
  });
}

async function keyOfNewOrganization({ dataDir }: Site): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [ADMIN, 'organizations', 'create', 'Strangers'],
    { env: { PATH: process.env['PATH'], SVC_DATA_DIR: dataDir } },
  );
  const [key] = /\bsvc_[0-9A-Za-z]{36}\b/.exec(stdout) ?? [];
  if (key === undefined) throw new Error(`svc-admin printed no key: ${stdout}`);
  return key;
}

async function upload(url: string, apiKey: string, title: string): Promise<Execution> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      version: 1,
      execution: {
        project: 'secrets',
        framework: 'vitest',
        reporter: { name: 'strangers', version: '1' },
        status: 'failed',
        startedAt: testClock.now().toISOString(),
        durationMs: 10,
      },
      results: [
        {
          titlePath: [title],
          file: 'src/secret.test.ts',
          status: 'failed',
          durationMs: 5,
          attempts: [{ status: 'failed', durationMs: 5, errors: [{ message: title }] }],
        },
      ],
    }),
  });
  const { data } = (await response.json()) as { data: { executionId: string } };
  const read = await fetch(`${url}/api/executions/${data.executionId}`, { headers });
  const { data: execution } = (await read.json()) as {
    data: { results: [{ id: string; testId: string }] };
  };
  const [{ id, testId }] = execution.results;
  return { executionId: data.executionId, testId, resultId: id };
}
