import type { Page } from '@svc/contract/pages';
import type { TestSummary } from '@svc/contract/history/tests';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { ask, dataOf, makeResult, makeUpload, settle, upload } from '../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
  server.setNow(new Date('2026-11-21T12:00:00Z'));
});
afterAll(() => server.close());

/**
 * Runs of one test on a branch, a day apart: `f` failed, `r` passed on retry, `.` passed. The commits are named after
 * the branch and the day.
 */
async function ranDaily(
  project: string,
  { branch, letters, from = 1 }: { branch: string; letters: string; from?: number },
) {
  for (const [index, letter] of letters.split('').entries()) {
    const day = String(from + index).padStart(2, '0');
    const commit = `${branch === 'main' ? 'a' : 'b'}${day}`.padEnd(8, '0');
    const git = { branch, commit, author: `Author ${day} of ${branch}` };
    const startedAt = `2026-11-${day}T10:00:00Z`;
    const failure = { durationMs: 30, errors: [{ message: 'once' }] };
    const result = makeResult(
      letter === 'r'
        ? {
            attempts: [
              { status: 'failed', ...failure },
              { status: 'passed', durationMs: 10 },
            ],
          }
        : { status: letter === 'f' ? 'failed' : 'passed' },
    );
    const execution = { project, startedAt, git };
    await upload(server, makeUpload({ execution, results: [result] }));
  }
}

async function since(query: string): Promise<TestSummary['since'] | undefined> {
  await settle(server);
  const page = dataOf(await ask(server, { url: `/api/tests${query}` })) as Page<TestSummary>;
  return page.items[0]?.since;
}

it('says from which run on a test that is still broken passes again', async () => {
  await ranDaily('fixed', { branch: 'main', letters: '.ffffff.' });
  expect(await since('?project=fixed')).toMatchObject({
    kind: 'failing',
    badRuns: 6,
    runs: 7,
    goodAgain: { commit: 'a0800000' },
  });
});

it.each<[string, string, string, object]>([
  // main failed before the branch did: its commit is to blame.
  ['..fff', 'f', 'main', { lastGood: { commit: 'a0200000' }, firstBad: { commit: 'a0300000' } }],
  ['..fff', '.', 'none', {}],
  ['..fff', '.ff', 'main', { author: 'Author 03 of main' }],
  // This holds also if main was fixed later.
  [
    '..fff.....f....',
    'f',
    'main',
    { author: 'Author 03 of main', goodAgain: { commit: 'a1200000' } },
  ],
  // main passed then.
  ['.....', 'f', 'fix', { lastGood: null, isAtLeast: false, author: 'Author 06 of fix' }],
  ['..ff.', 'f', 'fix', { author: 'Author 06 of fix' }],
  // Flaky runs of main explain a flaky run, and no failure.
  ['..rrr', 'f', 'fix', {}],
  ['..fff', 'r', 'none', {}],
])('main %s, then a branch %s: %s is to blame', async (trunk, branch, blamed, facts) => {
  const project = `${trunk} ${branch}`;
  await ranDaily(project, { branch: 'main', letters: trunk });
  await ranDaily(project, { branch: 'fix', letters: branch, from: 6 });
  const found = await since(`?branch=fix&project=${encodeURIComponent(project)}`);
  if (blamed === 'none') expect(found).toBeNull();
  else expect(found).toMatchObject({ branch: blamed, ...facts });
});

it.each<[string, object]>([
  ['ff', { lastGood: null, isAtLeast: true, author: null, firstBad: { commit: 'a0100000' } }],
  ['.ff', { isAtLeast: false, author: 'Author 02 of main' }],
])(
  'names an author on the default branch only where a run passed before: %s',
  async (letters, facts) => {
    const project = `blame ${letters}`;
    await ranDaily(project, { branch: 'main', letters });
    expect(await since(`?project=${encodeURIComponent(project)}`)).toMatchObject(facts);
  },
);
