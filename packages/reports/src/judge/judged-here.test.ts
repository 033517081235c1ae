import { expect, it } from 'vitest';
import { judgeLocally } from './judged-here.ts';
import { reportFailures } from './report-failures.ts';

const NOW = new Date('2026-11-20T10:00:00Z');

async function failuresOf(...messages: string[]) {
  const results = messages.map((message, index) => ({
    titlePath: [`test ${index}`],
    file: 'src/cart.test.ts',
    line: 7,
    status: 'failed' as const,
    durationMs: 1,
    attempts: [{ status: 'failed' as const, durationMs: 1, errors: [{ message }] }],
  }));
  const batch = { run: {}, files: [], results, attachments: [] };
  const pieces = async function* () {
    yield { batch };
  };
  return reportFailures(
    { facts: {}, pieces },
    { framework: 'vitest', redact: (text) => text, repository: undefined },
  );
}

it('has the form of a server’s answer, without an id and without a history', async () => {
  const { failures, failed } = await failuresOf(
    'connect ECONNREFUSED 127.0.0.1:5432',
    'expected 1',
  );
  const analysis = judgeLocally({ failures, failed }, NOW);
  expect(analysis).not.toHaveProperty('id');
  expect(analysis).toMatchObject({
    executionId: null,
    project: null,
    failureCount: 2,
    history: { previousAnalyses: 0, newFingerprints: 2, lastGood: null, firstBad: null },
    analyzedAt: NOW.toISOString(),
  });
  const verdicts = analysis?.failures ?? [];
  expect(verdicts.map(({ title }) => title).toSorted()).toEqual(['test 0', 'test 1']);
  for (const verdict of verdicts) {
    expect(verdict).toMatchObject({
      resultId: null,
      testId: null,
      file: 'src/cart.test.ts',
      line: 7,
      correctedBy: null,
    });
  }
});

it('says how many failures it did not read', async () => {
  const { failures } = await failuresOf('expected 1');
  const notChecked = (failed: number) => judgeLocally({ failures, failed }, NOW)?.notChecked ?? [];
  const sentence = 'Only the first 1 of 9 failures were judged.';
  expect(notChecked(9)[0]).toBe(sentence);
  expect(notChecked(1)).not.toContain(sentence);
});

it('has no analysis of nothing', () => {
  expect(judgeLocally({ failures: [] }, NOW)).toBeNull();
});
