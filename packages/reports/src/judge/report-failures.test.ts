import type { IngestResult } from '@svc/contract/executions/ingest';
import type { ReportBatch } from '@svc/formats/report-batch';
import { expect, it } from 'vitest';
import { reportFailures } from './report-failures.ts';

const AS_IS = { framework: undefined, redact: (text: string) => text, repository: undefined };

function result(facts: Partial<IngestResult> = {}): IngestResult {
  return {
    titlePath: ['cart', 'adds up'],
    file: 'src/cart.test.ts',
    status: 'failed',
    durationMs: 1,
    ...facts,
  };
}

function readingOf(batches: Partial<ReportBatch>[], facts: ReportBatch['run'] = {}) {
  return {
    facts,
    pieces: async function* () {
      for (const batch of batches) {
        yield { batch: { run: {}, files: [], results: [], attachments: [], ...batch } };
      }
    },
  };
}

const failedWith = (message: string, stack?: string) => ({
  status: 'failed' as const,
  durationMs: 1,
  errors: [{ message, ...(stack === undefined ? {} : { stack }) }],
});

it('keeps failures of tests, then of files, then of the run, and counts the rest', async () => {
  const found = await reportFailures(
    readingOf(
      [
        {
          run: { framework: 'vitest' },
          files: [
            {
              file: 'src/a.test.ts',
              durationMs: 1,
              errors: [{ message: 'no module', location: { file: 'src/a.test.ts', line: 3 } }],
            },
            { file: 'src/b.test.ts', durationMs: 1 },
          ],
          results: [
            result({ status: 'passed' }),
            result({ status: 'skipped' }),
            result({ attempts: [failedWith('expected 1')], line: 7, owner: 'web', variant: 'ff' }),
          ],
        },
        { results: [result({ status: 'timedOut' })] },
      ],
      { framework: 'jest', errors: [{ message: 'out of memory' }] },
    ),
    AS_IS,
  );
  expect([found.tests, found.ran, found.failed]).toEqual([4, 3, 2]);
  expect(found.failures).toMatchObject([
    {
      id: '0',
      kind: 'test',
      title: 'adds up',
      titlePath: ['cart', 'adds up'],
      file: 'src/cart.test.ts',
      line: 7,
      owner: 'web',
      variant: 'ff',
      framework: 'vitest',
      message: 'expected 1',
      retryPassed: null,
    },
    { id: '1', kind: 'test', framework: 'jest', message: 'Timed out without an error' },
    { id: '2', kind: 'file', title: 'src/a.test.ts', line: 3, message: 'no module' },
    { id: '3', kind: 'run', title: 'The whole run', message: 'out of memory' },
  ]);
});

it('reads the last failed attempt, and says that no retry passed', async () => {
  const attempts = [failedWith('first'), failedWith('second', 'at cart.ts:1:1')];
  const { failures } = await reportFailures(
    readingOf([{ results: [result({ attempts })] }]),
    AS_IS,
  );
  expect(failures).toMatchObject([
    { message: 'second', stack: 'at cart.ts:1:1', retryPassed: false },
  ]);
});

it('words a failure without an error', async () => {
  const { failures } = await reportFailures(readingOf([{ results: [result()] }]), AS_IS);
  expect(failures).toMatchObject([{ message: 'Failed without an error', stack: undefined }]);
});

function redact(text: string): string {
  return text.replaceAll('s3cret', '***');
}

it('takes secrets out of every text, before it fingerprints it', async () => {
  const attempts = [failedWith('token s3cret', 'at s3cret.ts:1:1')];
  const reading = readingOf(
    [
      {
        results: [result({ titlePath: ['s3cret', 'of s3cret'], attempts })],
        files: [{ file: 'a.ts', durationMs: 1, errors: [{ message: 's3cret' }] }],
      },
    ],
    { errors: [{ message: 's3cret' }] },
  );
  const found = await reportFailures(reading, { ...AS_IS, redact, framework: 'pytest' });
  expect(JSON.stringify(found)).not.toContain('s3cret');
  expect(found.failures.map(({ framework }) => framework)).toEqual(['pytest', 'pytest', undefined]);
});

it('judges at most 10,000 tests, and counts the others', async () => {
  const results = Array.from({ length: 10_001 }, () => result());
  const found = await reportFailures(readingOf([{ results }]), AS_IS);
  expect([found.failures.length, found.failed, found.tests]).toEqual([10_000, 10_001, 10_001]);
});

it('cuts a long text, and the later ones shorter where all together are too long', async () => {
  const results = Array.from({ length: 2_100 }, (_, index) =>
    result({ attempts: [failedWith(`${index} ${'x'.repeat(20_000)}`)] }),
  );
  const { failures } = await reportFailures(readingOf([{ results }]), AS_IS);
  expect([failures[0]?.message.length, failures.at(-1)?.message.length]).toEqual([16_000, 3_200]);
});
