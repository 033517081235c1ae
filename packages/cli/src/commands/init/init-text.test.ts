import pc from 'picocolors';
import { expect, it } from 'vitest';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { formatDiffLines, formatInit, type ShownInit } from './init-text.ts';

const DIFF = `--- a/vitest.config.ts
+++ b/vitest.config.ts
@@ -2,3 +2,4 @@
   test: {
-    globals: true
+    globals: true,
+    reporters: ['default', '@svc/vitest-reporter']
   }
`;

const shown: ShownInit = {
  frameworks: [
    {
      name: 'vitest',
      state: 'changed',
      path: 'vitest.config.ts',
      snippet: 'test: { reporters: [] }',
    },
    {
      name: 'playwright',
      state: 'computed',
      path: 'playwright.config.ts',
      snippet: "reporter: [['list'], ['@svc/playwright-reporter']]",
    },
  ],
  workflows: [{ path: '.github/workflows/ci.yml', jobs: ['unit', 'e2e'] }],
  otherCi: ['.gitlab-ci.yml'],
  runner: 'npx',
  install: ['npm install --save-dev @svc/vitest-reporter'],
  folder: '',
  outcome: 'written',
  diff: '',
  serverUrl: 'https://svc.example.com',
  isLocal: false,
};

const at = (columns: number, changes: Partial<ShownInit> = {}) =>
  `\n${formatInit({ ...shown, ...changes }, plainLook({ columns })).join('\n')}\n`;

it('says what was done and what remains at 40, 80 and 120 columns', () => {
  expect(at(40)).toMatchInlineSnapshot(`
    "
    ✓ changed vitest.config.ts for vitest
    ! playwright.config.ts computes its
      reporters; add for playwright:
        reporter: [['list'], ['@svc/playwright-reporter']]
    ✓ changed .github/workflows/ci.yml:
      jobs unit, e2e
    ! .gitlab-ci.yml: give the job that
      runs tests the variables SVC_URL and
      SVC_API_KEY

    Install, before the tests run again:
        npm install --save-dev @svc/vitest-reporter
    Report a first run from here:
        SVC_URL=https://svc.example.com SVC_API_KEY=svc_… npx vitest run
    Sign in as an admin, and give CI a key:
        svc login
        svc keys create CI --scope ingest -q | gh secret set SVC_API_KEY
    "
  `);
  expect(at(80)).toMatchInlineSnapshot(`
    "
    ✓ changed vitest.config.ts for vitest
    ! playwright.config.ts computes its reporters; add for playwright:
        reporter: [['list'], ['@svc/playwright-reporter']]
    ✓ changed .github/workflows/ci.yml: jobs unit, e2e
    ! .gitlab-ci.yml: give the job that runs tests the variables SVC_URL and
      SVC_API_KEY

    Install, before the tests run again:
        npm install --save-dev @svc/vitest-reporter
    Report a first run from here:
        SVC_URL=https://svc.example.com SVC_API_KEY=svc_… npx vitest run
    Sign in as an admin, and give CI a key:
        svc login
        svc keys create CI --scope ingest -q | gh secret set SVC_API_KEY
    "
  `);
  expect(at(120)).toMatchInlineSnapshot(`
    "
    ✓ changed vitest.config.ts for vitest
    ! playwright.config.ts computes its reporters; add for playwright:
        reporter: [['list'], ['@svc/playwright-reporter']]
    ✓ changed .github/workflows/ci.yml: jobs unit, e2e
    ! .gitlab-ci.yml: give the job that runs tests the variables SVC_URL and SVC_API_KEY

    Install, before the tests run again:
        npm install --save-dev @svc/vitest-reporter
    Report a first run from here:
        SVC_URL=https://svc.example.com SVC_API_KEY=svc_… npx vitest run
    Sign in as an admin, and give CI a key:
        svc login
        svc keys create CI --scope ingest -q | gh secret set SVC_API_KEY
    "
  `);
});

it('says how CI reaches a server that is on this machine', () => {
  expect(at(80, { serverUrl: 'http://localhost:4400', isLocal: true, otherCi: [] }))
    .toMatchInlineSnapshot(`
      "
      ✓ changed vitest.config.ts for vitest
      ! playwright.config.ts computes its reporters; add for playwright:
          reporter: [['list'], ['@svc/playwright-reporter']]
      ✓ changed .github/workflows/ci.yml: jobs unit, e2e

      Install, before the tests run again:
          npm install --save-dev @svc/vitest-reporter
      Report a first run from here:
          SVC_API_KEY=svc_… npx vitest run
      Sign in as an admin, and tell CI its key and the server's address:
          svc login
          svc keys create CI --scope ingest -q | gh secret set SVC_API_KEY
          gh variable set SVC_URL --body https://svc.example.com
      "
    `);
});

it('writes nothing without a yes', () => {
  const few = { frameworks: shown.frameworks.slice(0, 1), otherCi: [] };
  expect(at(80, { ...few, outcome: 'shown', diff: DIFF })).toMatchInlineSnapshot(`
    "
    --- a/vitest.config.ts
    +++ b/vitest.config.ts
    @@ -2,3 +2,4 @@
       test: {
    -    globals: true
    +    globals: true,
    +    reporters: ['default', '@svc/vitest-reporter']
       }

    ✓ would change vitest.config.ts for vitest
    ✓ would change .github/workflows/ci.yml: jobs unit, e2e
    Nothing was written. Write it: svc init --yes
    "
  `);
  const created = few.frameworks.map((one) => ({ ...one, state: 'created' as const }));
  expect(at(80, { ...few, frameworks: created, outcome: 'declined' })).toContain(
    '✓ would create vitest.config.ts for vitest',
  );
  expect(at(80, { ...few, outcome: 'declined' })).toMatchInlineSnapshot(`
    "
    ✓ would change vitest.config.ts for vitest
    ✓ would change .github/workflows/ci.yml: jobs unit, e2e
    Nothing was written.
    "
  `);
});

it('colours the lines of a diff', () => {
  const look = plainLook({ colors: pc.createColors(true) });
  expect(formatDiffLines(DIFF, look)).toEqual([
    '\u001b[1m--- a/vitest.config.ts\u001b[22m',
    '\u001b[1m+++ b/vitest.config.ts\u001b[22m',
    '\u001b[36m@@ -2,3 +2,4 @@\u001b[39m',
    '   test: {',
    '\u001b[31m-    globals: true\u001b[39m',
    '\u001b[32m+    globals: true,\u001b[39m',
    "\u001b[32m+    reporters: ['default', '@svc/vitest-reporter']\u001b[39m",
    '   }',
  ]);
});
