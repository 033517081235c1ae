import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { IngestResult, Annotation } from '@svc/contract/executions/ingest';
import { buildIngestAttempts } from './ingest-attempts.ts';
import type { RunContext } from '../run/run-record.ts';
import { deriveTestOutcome } from './test-outcome.ts';

/** One test in the sent form, with all its attempts. */
export function buildIngestResult(test: TestCase, context: RunContext): IngestResult {
  const { file, line, column } = test.location;
  const { status, reason } = deriveTestOutcome(test, context);
  const own = collectOwnAnnotations(test);
  return {
    titlePath: titlePath(test),
    file: context.sentPath(file),
    line,
    column,
    variant: getVariant(test),
    status,
    durationMs: computeTotalMs(test),
    startedAt: status === 'skipped' ? undefined : test.results[0]?.startTime.toISOString(),
    attempts: omitEmpty(buildIngestAttempts(test, context)),
    tags: omitEmpty(collectTestTags(test)),
    annotations: omitEmpty(reason === undefined ? own : [reason, ...own]),
    owner: own.find(({ type }) => type === 'owner')?.description,
    expectedFailure: test.expectedStatus === 'failed' ? true : undefined,
  };
}

/** The titles without root, project and file, which have their own fields. */
export function titlePath(test: TestCase): string[] {
  return test.titlePath().slice(3);
}

/** The time of all attempts. A running attempt has a duration of -1. */
function computeTotalMs({ results }: TestCase): number {
  const sum = results.reduce((total, { duration }) => total + Math.max(0, duration), 0);
  return Math.round(sum);
}

function omitEmpty<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined;
}

/**
 * The annotations of the test and its attempts, without duplicates. Attempts have their own since Playwright 1.52.
 */
function collectOwnAnnotations(test: TestCase): Annotation[] {
  const lists = [test.annotations, ...test.results.map(getAnnotations)];
  const marks = new Map<string, Annotation>();
  for (const { type, description } of lists.flat()) {
    marks.set(`${type}\0${description ?? ''}`, { type, description });
  }
  return [...marks.values()];
}

function getAnnotations({ annotations }: Partial<Pick<TestResult, 'annotations'>>): Annotation[] {
  return annotations ?? [];
}

/** The tags without `@`, as in Playwright's JSON report. Before 1.42, tags are only words in titles. */
function collectTestTags(test: Pick<TestCase, 'titlePath'> & { tags?: string[] }): string[] {
  const tags = test.tags ?? test.titlePath().slice(3).join(' ').match(/@\S+/g) ?? [];
  return [...new Set(tags.map((tag) => tag.replace(/^@/, '')))];
}

/**
 * The Playwright project of a test, which usually names a browser. Undefined if projects have no names. In merged
 * reports of Playwright 1.40, only the titles contain it.
 */
export function getVariant(test: TestCase): string | undefined {
  return test.titlePath()[1] || undefined;
}
