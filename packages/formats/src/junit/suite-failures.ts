import { formatCount } from '@svc/contract/zod-free/amounts';
import type { JunitDialect } from './junit-dialect.ts';
import { hasStatedFailure } from './stated-outcome.ts';
import type { JunitSuite } from './junit-suite.ts';

/**
 * The failures that a closed suite counts, in words; undefined if it counts none. Each tool chooses what its counts
 * contain: inner suites, retries, assertions, both the failure and the error of one test. Only their being 0 is
 * comparable.
 */
export function describeCountedFailures(
  suite: JunitSuite,
  dialect: JunitDialect | undefined,
): string | undefined {
  const attributes = new Map(
    Object.entries(suite.element.attributes).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const failures = findLargestCount(attributes, FAILURES);
  const countsMessages = isOfQt(suite) || dialect?.countsMessages?.(suite) === true;
  const errors = countsMessages ? 0 : findLargestCount(attributes, ERRORS);
  const parts = [
    ...(failures > 0 ? [formatCount(failures, 'failure')] : []),
    ...(errors > 0 ? [formatCount(errors, 'error')] : []),
  ];
  if (parts.length > 0) return parts.join(' and ');
  return hasStatedFailure(suite.element) ? 'a failure' : undefined;
}

// The second names are of elm-test and its like.
const FAILURES = ['failures', 'failed', 'failure', 'fail'];
const ERRORS = ['errors', 'error'];

function findLargestCount(
  attributes: ReadonlyMap<string, string>,
  names: readonly string[],
): number {
  return Math.max(0, ...names.map((name) => Math.floor(Number(attributes.get(name))) || 0));
}

/** Qt Test counts the warnings that its tests print as `errors`. */
function isOfQt({ properties }: JunitSuite): boolean {
  return properties.has('QTestVersion') || properties.has('QtVersion');
}
