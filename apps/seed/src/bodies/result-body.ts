import type { IngestAttempt, IngestResult } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { CAUSE_KINDS } from './cause-kinds.ts';
import { buildError } from './failure-causes.ts';
import type { Framework } from '../plan/framework.ts';
import type { Failure } from './outcome.ts';
import { createRandom, deriveKey } from '../random.ts';
import type { SeededTest } from '../plan/test-plan.ts';

/** When and where a test ran. */
export interface ResultScene {
  startedAtMs: number;
  /** The duration of an attempt without delays. */
  durationMs: number;
  executionKey: number;
  framework: Framework;
  /** The repository's path on that machine, with a separator at its end. */
  root: string;
}

export function buildPassedResult(test: SeededTest, scene: ResultScene): IngestResult {
  return {
    ...test.facts,
    status: 'passed',
    durationMs: scene.durationMs,
    startedAt: new Date(scene.startedAtMs).toISOString(),
  };
}

export function buildSkippedResult(test: SeededTest): IngestResult {
  return { ...test.facts, status: 'skipped', durationMs: 0 };
}

export function buildInterruptedResult(test: SeededTest, scene: ResultScene): IngestResult {
  return { ...buildPassedResult(test, scene), status: 'interrupted' };
}

/** A result with its failed attempts, and a passed attempt if a retry passed. */
export function buildFailedResult(
  test: SeededTest,
  failure: Failure,
  scene: ResultScene,
): IngestResult & { attempts: IngestAttempt[] } {
  const attempts: IngestAttempt[] = [];
  let atMs = scene.startedAtMs;
  const failures = failure.passesOnRetry ? 1 : 1 + test.truth.retries;
  const passes = failure.passesOnRetry ? 1 : 0;
  for (let index = 1; index <= failures + passes; index++) {
    const attempt =
      index > failures
        ? { status: 'passed' as const, durationMs: scene.durationMs }
        : buildFailedAttempt(test, failure, { ...scene, index });
    attempts.push({ ...attempt, startedAt: new Date(atMs).toISOString() });
    atMs += attempt.durationMs;
  }
  return {
    ...test.facts,
    status: attempts.at(-1)?.status ?? 'failed',
    durationMs: atMs - scene.startedAtMs,
    startedAt: new Date(scene.startedAtMs).toISOString(),
    attempts,
  };
}

function buildFailedAttempt(
  { facts, key, page }: SeededTest,
  { cause }: Failure,
  { durationMs, executionKey, framework, root, index }: ResultScene & { index: number },
): IngestAttempt {
  const random = createRandom(deriveKey(key, executionKey, index));
  const kind = CAUSE_KINDS[cause.kind];
  const error = buildError(cause, {
    random,
    root,
    testFile: facts.file,
    testLine: facts.line ?? 1,
    framework,
  });
  const spentMs = kind.durationMs === undefined ? durationMs : kind.durationMs + random.integer(40);
  return {
    status: kind.status,
    durationMs: spentMs,
    errors: [error],
    ...(framework === 'playwright' ? { steps: buildSteps(page, { spentMs, error }) } : {}),
    ...(random.chance(0.2)
      ? { stdout: `listening on 127.0.0.1:${40_000 + random.integer(9_999)}\n` }
      : {}),
  };
}

function buildSteps(page: string, { spentMs, error }: { spentMs: number; error: TestError }) {
  return [
    { title: 'Before Hooks', category: 'hook', durationMs: Math.min(120, spentMs) },
    { title: `Navigate to "${page}"`, category: 'pw:api', durationMs: Math.min(310, spentMs) },
    {
      title: 'Expect',
      category: 'expect',
      durationMs: Math.max(0, spentMs - 430),
      error: { message: error.message },
    },
  ];
}
