import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeProject as makeJestProject } from '../../jest-reporter/test/fixture-project.ts';
import { OUTCOME_PROJECT as JEST_PROJECT } from '../../jest-reporter/test/outcome-project.ts';
import { makeProject as makePlaywrightProject } from '../../playwright-reporter/test/fixture-project.ts';
import { OUTCOME_PROJECT as PLAYWRIGHT_PROJECT } from '../../playwright-reporter/test/outcome-project.ts';
import { makeProject as makeVitestProject } from '../../vitest-reporter/test/fixture-project.ts';
import { OUTCOME_PROJECT as VITEST_PROJECT } from '../../vitest-reporter/test/outcome-project.ts';
import { differences, type Outcomes, reportedOutcomes, uploadedOutcomes } from './same-tests.ts';
import { startShopServer, type ShopServer } from './shop-server.ts';

// Each framework is started anew, and machines may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let server: ShopServer;
beforeAll(async () => {
  server = await startShopServer();
});
afterAll(() => server.stop());

describe('Vitest', () => {
  let project: ReturnType<typeof makeVitestProject>;
  let reported: Outcomes;
  beforeAll(async () => {
    project = makeVitestProject('5', VITEST_PROJECT);
    const reporters = ['@svc/vitest-reporter', 'json', 'junit'].map((name) => `--reporter=${name}`);
    const files = ['--outputFile.json=vitest.json', '--outputFile.junit=junit.xml'];
    reported = await reportedOutcomes(server, project, { args: [...reporters, ...files] });
  });
  afterAll(() => project[Symbol.dispose]());

  it('gives the same tests and outcomes by its JSON report', async () => {
    const uploaded = await uploadedOutcomes(server, project, ['vitest.json']);
    expect(reported.length).toBeGreaterThan(20);
    expect(differences(reported, uploaded)).toEqual({ reporterOnly: [], reportOnly: [] });
  });

  it('gives the same by its JUnit report, but for retries and titles that hold its separator', async () => {
    const uploaded = await uploadedOutcomes(server, project, ['junit.xml']);
    expect(differences(reported, uploaded)).toMatchInlineSnapshot(`
      {
        "reportOnly": [
          "failed src/cart.test.js › cart › check › out › tells the cause",
          "passed src/cart.test.js › cart › check › out › takes 1 items",
          "passed src/cart.test.js › cart › check › out › takes 2 items",
          "passed src/cart.test.js › cart › passes the second time",
          "passed src/odd.test.js › is annotated again and again",
          "passed src/odd.test.js › is red and  long",
        ],
        "reporterOnly": [
          "failed src/cart.test.js › cart › check > out › tells the cause",
          "flaky src/cart.test.js › cart › passes the second time",
          "flaky src/odd.test.js › is annotated again and again",
          "passed src/cart.test.js › cart › check > out › takes 1 items",
          "passed src/cart.test.js › cart › check > out › takes 2 items",
          "passed src/odd.test.js › is [31mred[0m
      and � long",
        ],
      }
    `);
  });
});

describe('Jest', () => {
  let project: ReturnType<typeof makeJestProject>;
  let reported: Outcomes;
  beforeAll(async () => {
    project = makeJestProject('30', JEST_PROJECT);
    reported = await reportedOutcomes(server, project, {
      args: ['--json', '--outputFile=jest.json'],
    });
  });
  afterAll(() => project[Symbol.dispose]());

  it('gives the same tests and outcomes by its JSON report', async () => {
    const uploaded = await uploadedOutcomes(server, project, ['jest.json']);
    expect(reported.length).toBeGreaterThan(10);
    expect(differences(reported, uploaded)).toEqual({ reporterOnly: [], reportOnly: [] });
  });
});

describe('Playwright', () => {
  let project: ReturnType<typeof makePlaywrightProject>;
  let reported: Outcomes;
  beforeAll(async () => {
    const config = PLAYWRIGHT_PROJECT['playwright.config.js']?.replace(
      '["line"]',
      '["json",{"outputFile":"playwright.json"}],["junit",{"outputFile":"junit.xml","includeRetries":true}]',
    );
    project = makePlaywrightProject('1.65', {
      ...PLAYWRIGHT_PROJECT,
      'playwright.config.js': config ?? '',
    });
    reported = await reportedOutcomes(server, project, {});
  });
  afterAll(() => project[Symbol.dispose]());

  it('gives the same tests and outcomes by its JSON report', async () => {
    const uploaded = await uploadedOutcomes(server, project, ['playwright.json']);
    expect(reported.length).toBeGreaterThan(10);
    expect(differences(reported, uploaded)).toEqual({ reporterOnly: [], reportOnly: [] });
  });

  it('gives the same by its JUnit report, but for titles that hold its separator', async () => {
    const uploaded = await uploadedOutcomes(server, project, ['junit.xml', '--root', 'tests']);
    expect(differences(reported, uploaded)).toMatchInlineSnapshot(`
      {
        "reportOnly": [
          "failed tests/cart.spec.js › cart › check › out › tells the cause [desk]",
        ],
        "reporterOnly": [
          "failed tests/cart.spec.js › cart › check › out › tells the cause [desk]",
        ],
      }
    `);
  });
});
