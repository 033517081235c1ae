import { randomUUID } from 'node:crypto';
import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import { createSeededRandom } from '../seeded-random.ts';
import { systemClock } from '@svc/server/operations';

export const UPLOADED_PROJECT = 'bench';

/** A realistic upload: `results` tests of a suite that is the same in every upload. 5 % of them fail, with stacks. */
export function makeUpload(seed: number, results: number): IngestBody {
  const random = createSeededRandom(seed);
  return {
    version: 1,
    idempotencyKey: randomUUID(),
    execution: {
      key: `bench-${seed}-${randomUUID()}`,
      project: UPLOADED_PROJECT,
      name: 'unit',
      framework: 'vitest',
      frameworkVersion: '5.1.1',
      reporter: { name: '@svc/vitest-reporter', version: '0.1.0' },
      status: 'failed',
      startedAt: systemClock.now().toISOString(),
      durationMs: 120_000,
      git: { branch: 'main', commit: randomUUID().replaceAll('-', ''), message: `change ${seed}` },
      ci: { provider: 'github', runId: String(seed), runAttempt: 1, job: 'test' },
      environment: { os: 'linux', arch: 'x64', runtime: 'node 24.21.0' },
    },
    results: Array.from({ length: results }, (_, index) => makeResult(index, random)),
  };
}

function makeResult(index: number, random: () => number): IngestResult {
  const failed = random() < 0.05;
  const durationMs = Math.floor(random() * 400);
  const file = `src/features/area-${index % 40}/part-${index % 200}.test.ts`;
  return {
    titlePath: [
      `area ${index % 40}`,
      `part ${index % 200}`,
      `does the thing number ${index} as expected`,
    ],
    file,
    line: 1 + (index % 500),
    column: 3,
    status: failed ? 'failed' : 'passed',
    durationMs,
    startedAt: new Date(systemClock.now().getTime() - index).toISOString(),
    ...(failed ? { attempts: [makeFailedAttempt(file, durationMs, random)] } : {}),
  };
}

function makeFailedAttempt(file: string, durationMs: number, random: () => number) {
  const value = Math.floor(random() * 1e6);
  const frames = Array.from(
    { length: 12 },
    (_, depth) =>
      `    at step${depth} (/home/runner/work/shop/shop/${file.replace('.test', '')}:${depth * 7}:11)`,
  );
  const message = `AssertionError: expected ${value} to be ${value + 1} // Object.is equality`;
  return {
    status: 'failed' as const,
    durationMs,
    errors: [
      {
        message,
        stack: [message, ...frames].join('\n'),
        diff: `- ${value + 1}\n+ ${value}`,
        location: { file, line: 12, column: 11 },
      },
    ],
  };
}
