import type { TestCase } from '@playwright/test/reporter';
import type { IngestResult } from '@svc/contract/ingest';
import { ingestAttempts } from './ingest-attempts.ts';
import { ownAnnotations } from './own-annotations.ts';
import type { RunContext } from './run-context.ts';
import { testOutcome } from './test-outcome.ts';
import { testTags } from './test-tags.ts';
import { variantOf } from './variant.ts';

/** One test in the sent form, with all its attempts. */
export function ingestResult(test: TestCase, context: RunContext): IngestResult {
  const { file, line, column } = test.location;
  const { status, reason } = testOutcome(test, context);
  const own = ownAnnotations(test);
  return {
    titlePath: titlePath(test),
    file: context.sentPath(file),
    line,
    column,
    variant: variantOf(test),
    status,
    durationMs: totalMs(test),
    startedAt: status === 'skipped' ? undefined : test.results[0]?.startTime.toISOString(),
    attempts: nonEmpty(ingestAttempts(test, context)),
    tags: nonEmpty(testTags(test)),
    annotations: nonEmpty(reason === undefined ? own : [reason, ...own]),
    owner: own.find(({ type }) => type === 'owner')?.description,
    expectedFailure: test.expectedStatus === 'failed' ? true : undefined,
  };
}

/** The titles without root, project and file, which have their own fields. */
export function titlePath(test: TestCase): string[] {
  return test.titlePath().slice(3);
}

/** The time of all attempts. A running attempt has a duration of -1. */
function totalMs({ results }: TestCase): number {
  const sum = results.reduce((total, { duration }) => total + Math.max(0, duration), 0);
  return Math.round(sum);
}

function nonEmpty<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined;
}
