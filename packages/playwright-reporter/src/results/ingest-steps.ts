import type { TestStep, Location as PlaywrightLocation } from '@playwright/test/reporter';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import type {
  Step,
  TestError as IngestError,
  Location,
} from '@svc/contract/executions/test-errors';
import { toPlainText } from '@svc/reporter-core/text/unknown-value';

/**
 * The steps of an attempt as a tree, within the contract's depth and number. If there are too many, failed steps
 * take precedence, because they usually come last.
 */
export function buildIngestSteps(
  steps: readonly TestStep[],
  sentPath: (path: string) => string,
): Step[] | undefined {
  const failed = Math.min(countFailed(steps), INGEST_LIMITS.stepsPerAttempt);
  const room = { failed, others: INGEST_LIMITS.stepsPerAttempt - failed };
  return buildNestedSteps(steps, { sentPath, room, depth: 1 });
}

interface Walk {
  sentPath: (path: string) => string;
  /** Number of steps that may still be added. */
  room: { failed: number; others: number };
  /** Starts at 1. */
  depth: number;
}

function buildNestedSteps(steps: readonly TestStep[], walk: Walk): Step[] | undefined {
  if (walk.depth > INGEST_LIMITS.stepDepth) return undefined;
  const kept: Step[] = [];
  for (const step of steps) {
    const kind = step.error === undefined ? 'others' : 'failed';
    if (walk.room[kind] <= 0) continue;
    walk.room[kind]--;
    kept.push(buildIngestStep(step, walk));
  }
  return kept.length > 0 ? kept : undefined;
}

function buildIngestStep(step: TestStep, { depth, ...walk }: Walk): Step {
  const { title, category, duration, startTime, location } = step;
  return {
    title: toPlainText(withSubtitle(title, step)),
    category,
    durationMs: Math.round(Math.max(0, duration)),
    startedAt: startTime.toISOString(),
    location: location && toLocation(location, walk.sentPath),
    error: buildStepError(step),
    steps: buildNestedSteps(step.steps, { ...walk, depth: depth + 1 }),
  };
}

/** Since 1.63, the target of a step is a subtitle. */
function withSubtitle(title: string, { subtitle }: { subtitle?: string }): string {
  return subtitle === undefined || subtitle === '' ? title : `${title} ${subtitle}`;
}

/** Includes only the message: all surrounding steps repeat the error, and the attempt's errors contain it in full. */
function buildStepError({ error }: TestStep): IngestError | undefined {
  return error && { message: toPlainText(error.message ?? error.value) };
}

function countFailed(steps: readonly TestStep[]): number {
  let count = 0;
  for (const { error, steps: inner } of steps) {
    count += (error === undefined ? 0 : 1) + countFailed(inner);
  }
  return count;
}

function toLocation(
  { file, line, column }: PlaywrightLocation,
  sentPath: (path: string) => string,
): Location {
  return { file: sentPath(file), line, column };
}
