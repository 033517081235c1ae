import type { TestStep } from '@playwright/test/reporter';
import { INGEST_LIMITS } from '@svc/contract/limits';
import type { Step, TestError as IngestError } from '@svc/contract/test-errors';
import { plainText } from '@svc/reporter-core/text/plain-text';
import { ingestLocation } from './ingest-location.ts';

/**
 * The steps of an attempt as a tree, up to the contract's depth and number. Where there are too many,
 * those that failed outrank the others, since they mostly come last.
 */
export function ingestSteps(
  steps: readonly TestStep[],
  sentPath: (path: string) => string,
): Step[] | undefined {
  const failed = Math.min(countFailed(steps), INGEST_LIMITS.stepsPerAttempt);
  const room = { failed, others: INGEST_LIMITS.stepsPerAttempt - failed };
  return nested(steps, { sentPath, room, depth: 1 });
}

interface Walk {
  sentPath: (path: string) => string;
  /** How many more may be kept. */
  room: { failed: number; others: number };
  /** From 1. */
  depth: number;
}

function nested(steps: readonly TestStep[], walk: Walk): Step[] | undefined {
  if (walk.depth > INGEST_LIMITS.stepDepth) return undefined;
  const kept: Step[] = [];
  for (const step of steps) {
    const kind = step.error === undefined ? 'others' : 'failed';
    if (walk.room[kind] <= 0) continue;
    walk.room[kind]--;
    kept.push(ingestStep(step, walk));
  }
  return kept.length > 0 ? kept : undefined;
}

function ingestStep(step: TestStep, { depth, ...walk }: Walk): Step {
  const { title, category, duration, startTime, location } = step;
  return {
    title: plainText(withSubtitle(title, step)),
    category,
    durationMs: Math.round(Math.max(0, duration)),
    startedAt: startTime.toISOString(),
    location: location && ingestLocation(location, walk.sentPath),
    error: stepError(step),
    steps: nested(step.steps, { ...walk, depth: depth + 1 }),
  };
}

/** Since 1.63 what a step acts on stands beside its title. */
function withSubtitle(title: string, { subtitle }: { subtitle?: string }): string {
  return subtitle === undefined || subtitle === '' ? title : `${title} ${subtitle}`;
}

/** In short: it goes through all steps around it, and stands in full among the attempt's errors. */
function stepError({ error }: TestStep): IngestError | undefined {
  return error && { message: plainText(error.message ?? error.value) };
}

function countFailed(steps: readonly TestStep[]): number {
  let count = 0;
  for (const { error, steps: inner } of steps) {
    count += (error === undefined ? 0 : 1) + countFailed(inner);
  }
  return count;
}
