import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { IngestResult, Annotation } from '@svc/contract/executions/ingest';
import { ingestAttempts } from './ingest-attempts.ts';
import type { RunContext } from '../run/run-record.ts';
import { testOutcome } from './test-outcome.ts';

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

/**
 * The annotations of the test and its attempts, without duplicates. Attempts have their own since Playwright 1.52.
 */
function ownAnnotations(test: TestCase): Annotation[] {
  const lists = [test.annotations, ...test.results.map(annotationsOf)];
  const marks = new Map<string, Annotation>();
  for (const { type, description } of lists.flat()) {
    marks.set(`${type}\0${description ?? ''}`, { type, description });
  }
  return [...marks.values()];
}

function annotationsOf({ annotations }: Partial<Pick<TestResult, 'annotations'>>): Annotation[] {
  return annotations ?? [];
}

/** The tags without `@`, as in Playwright's JSON report. Before 1.42, tags are only words in titles. */
function testTags(test: Pick<TestCase, 'titlePath'> & { tags?: string[] }): string[] {
  const tags = test.tags ?? test.titlePath().slice(3).join(' ').match(/@\S+/g) ?? [];
  return [...new Set(tags.map((tag) => tag.replace(/^@/, '')))];
}

/**
 * The Playwright project of a test, which usually names a browser. Undefined if projects have no names. In merged
 * reports of Playwright 1.40, only the titles contain it.
 */
export function variantOf(test: TestCase): string | undefined {
  return test.titlePath()[1] || undefined;
}
