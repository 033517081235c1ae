import { describe, expect, it } from 'vitest';
import type { IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import { makeReport, makeResult } from '../../test/runs/make-run.ts';
import { withWantedOutput } from './wanted-results.ts';

const OUTPUT = { stdout: 'o', stderr: 'e' };

describe('withWantedOutput', () => {
  it('removes the output of passing tests, and of files where all tests pass', () => {
    const report = {
      ...makeReport([
        tried('red', 'failed'),
        tried('green', 'passed'),
        tried('flaky', 'failed', 'passed'),
        tried('cut off', 'interrupted'),
        { ...tried('another', 'passed'), file: 'green.test.ts' },
      ]),
      files: [
        file('shop.test.ts'),
        file('green.test.ts'),
        { ...file('broken.test.ts'), errors: [{ message: 'no' }] },
      ],
    };
    const { files, results } = withWantedOutput(report, 'failed');
    expect(results.filter(hasOutput).map(({ titlePath }) => titlePath.join())).toEqual([
      'red',
      'flaky',
      'cut off',
    ]);
    expect(files.filter(({ stdout }) => stdout !== undefined).map((each) => each.file)).toEqual([
      'shop.test.ts',
      'broken.test.ts',
    ]);
    expect(withWantedOutput(report, 'all')).toBe(report);
    const none = withWantedOutput(report, 'none');
    expect(JSON.stringify(none)).not.toMatch(/stdout|stderr/);
    expect(none.results).toHaveLength(5);
  });
});

function tried(title: string, ...statuses: IngestResult['status'][]): IngestResult {
  const attempts = statuses.map((status) => ({ status, durationMs: 1, ...OUTPUT }));
  return makeResult(title, statuses.at(-1), { attempts });
}

function file(path: string): IngestFile {
  return { file: path, durationMs: 1, ...OUTPUT };
}

function hasOutput({ attempts = [] }: IngestResult): boolean {
  return attempts.every(({ stdout, stderr }) => stdout !== undefined && stderr !== undefined);
}
