import { expect, it } from 'vitest';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { filesOfManyTests } from '@svc/reporter-core/test/projects/many-tests.ts';
import type { Batch } from '../projects/batch.ts';
import { config } from '../projects/fixture-project.ts';
import { trivial } from '../projects/trivial.ts';

/** Tests what goes beyond single tests: requests and lines. */
export function testWholeRuns(batch: Batch): void {
  const early = batch.addUnsent({
    files: {
      'vitest.config.js': config(['dot', '@svc/vitest-reporter'], { maxWorkers: 1 }),
      ...filesOfManyTests(`import { test } from 'vitest';`, 'test.js'),
    },
  });
  it('sends results while tests run, each once', () => {
    const { run, uploads } = early();
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 400 results to /)]);
    expect(new Set(uploads.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(uploads.length);
    const statuses = uploads.map(({ body }) => body.execution.status);
    expect(statuses.length).toBeGreaterThan(1);
    expect(statuses.filter((status) => status !== 'running')).toEqual(['passed']);
    const titles = uploads.flatMap(({ body }) =>
      body.results.map(({ file, titlePath }) => `${file} ${titlePath.join(' ')}`),
    );
    expect(titles).toHaveLength(400);
    expect(new Set(titles).size).toBe(400);
  });

  const options = { projet: 'x', location: true, locations: false, name: 'unit' };
  const misspelt = batch.add({
    files: {
      'vitest.config.js': config(['default', ['@svc/vitest-reporter', options]]),
      'a.test.js': trivial('one'),
    },
  });
  it('names misspelt options', () => {
    expect(svcLines(misspelt().run)).toEqual([
      'svc: Unknown option projet. Did you mean project?',
      'svc: Unknown option location. Did you mean locations?',
      expect.stringMatching(/^svc: sent 1 result to /),
    ]);
  });
}
