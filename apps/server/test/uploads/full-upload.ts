import type { IngestBody } from '@svc/contract/executions/ingest';
import { makeResult, makeUpload } from '../make.ts';

const location = { file: 'a.ts', line: 1, column: 2 };
const step = {
  title: 's',
  category: 'c',
  durationMs: 1,
  startedAt: '2026-11-20T10:00:00Z',
  location,
};

/** An upload with every field. */
export const FULL: IngestBody = makeUpload({
  idempotencyKey: 'full',
  execution: {
    key: 'full',
    name: 'n',
    frameworkVersion: '1',
    shard: { index: 1, total: 2 },
    merged: false,
    partial: ['filter'],
    git: {
      branch: 'b',
      commit: 'c',
      message: 'm',
      author: 'a',
      repository: 'r',
      baseBranch: 'm',
      baseCommit: 'd',
      dirty: true,
    },
    ci: { provider: 'p', runId: '1', runAttempt: 1, workflow: 'w', job: 'j', pullRequest: 1 },
    environment: { name: 'ci' },
    tags: ['t'],
    errors: [
      { message: 'm', stack: 's', diff: 'd', expected: 'e', actual: 'a', snippet: 'x', location },
    ],
  },
  files: [{ file: 'f', variant: 'v', durationMs: 1, errors: [], stdout: 'o', stderr: 'e' }],
  results: [
    makeResult({
      line: 1,
      column: 1,
      variant: 'v',
      startedAt: '2026-11-20T10:00:00Z',
      attempts: [
        {
          status: 'failed',
          durationMs: 1,
          startedAt: '2026-11-20T10:00:00Z',
          errors: [{ message: 'm', cause: { message: 'c' } }],
          steps: [{ ...step, error: { message: 'm' }, steps: [step] }],
          stdout: 'o',
          stderr: 'e',
        },
      ],
      tags: ['t'],
      annotations: [{ type: 't', description: 'd' }],
      owner: 'o',
      expectedFailure: false,
      artifacts: [
        {
          clientId: 'c',
          name: 'n',
          kind: 'log',
          contentType: 'text/plain',
          sizeBytes: 1,
          sha256: '0'.repeat(64),
          attempt: 1,
        },
      ],
    }),
  ],
});
