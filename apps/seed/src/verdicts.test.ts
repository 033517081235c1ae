import type { Analysis } from '@svc/contract/analysis/analyses';
import type { Execution } from '@svc/contract/executions/executions';
import type { Page } from '@svc/contract/pages';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { testId } from '@svc/contract/zod-free/test-identity';
import { analyzeAll, analyzed } from '@svc/server/test/scenes/analysing.ts';
import { makeOwnApp, type TestApp } from '@svc/server/test/app.ts';
import { listExecutions } from '@svc/server/test/make.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyHistory } from './copy-sink.ts';
import { generateHistory } from './generate-history.ts';
import type { FailureTruth, TestTruth } from './truth.ts';

const history = generateHistory({
  seed: 11,
  results: 30_000,
  tests: 250,
  projects: 2,
  flakyShare: 0.2,
  unretriedShare: 0.5,
  end: new Date('2026-11-15T12:00:00Z'),
});

let server: TestApp;
const judged: {
  why: FailureTruth['why'];
  test: TestTruth | null;
  cause: string;
  verdict: FailureVerdict;
}[] = [];

beforeAll(async () => {
  server = await makeOwnApp({ because: 'copies a history into the only organization' });
  await copyHistory(history, { databaseUrl: server.deps.config.databaseUrl ?? '' });
  await analyzeAll(server);
  const failures = new Map(
    [...history.executions].map((execution) => [execution.truth.key, execution.failures]),
  );
  for (const { id, key } of await failedExecutions()) {
    const analysis: Analysis = await analyzed(server, { executionId: id });
    for (const verdict of analysis.failures) {
      const truth = failures
        .get(key)
        ?.findLast(({ test, file }) =>
          test === null
            ? verdict.testId === null && file === verdict.file
            : testId(test) === verdict.testId,
        );
      if (truth !== undefined) judged.push({ ...truth, verdict });
    }
  }
});

afterAll(() => server?.close());

async function failedExecutions(): Promise<{ id: string; key: string }[]> {
  const failed: { id: string; key: string }[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Execution> = await listExecutions(
      server,
      `?status=failed&from=2026-01-01&to=2026-12-01&limit=100${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    failed.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return failed;
}

function classesOf(wanted: FailureTruth['why']): string[] {
  return judged
    .filter(({ why }) => why === wanted)
    .map(({ verdict: { classification } }) => classification);
}

it('calls no regression a known flake', () => {
  expect(classesOf('regression').length).toBeGreaterThan(100);
  expect(new Set(classesOf('regression'))).toEqual(new Set(['REAL_BUG']));
});

it('calls a flaky test a known flake only for its own fingerprints', () => {
  const known = judged.filter(({ verdict }) => verdict.classification === 'KNOWN_FLAKE');
  expect(known.filter(({ test, cause }) => test?.flakyCauses.includes(cause) !== true)).toEqual([]);
  // Only failures that were flaky on two commits of the default branch before are known flakes.
  const flaky = classesOf('flaky');
  expect(known.length).toBeGreaterThan(flaky.length / 5);
});

it('opens no flake in an outage', () => {
  expect(classesOf('outage').length).toBeGreaterThan(100);
  expect(new Set(classesOf('outage'))).toEqual(new Set(['INFRA']));
});
