import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { Annotation } from '@svc/contract/ingest';

/**
 * The annotations of the test and its attempts, without duplicates. Attempts have their own since Playwright 1.52.
 */
export function ownAnnotations(test: TestCase): Annotation[] {
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
