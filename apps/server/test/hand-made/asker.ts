import type { Metrics } from '@svc/contract/metrics';
import type { Trends } from '@svc/contract/trends';
import type { referenceComparison } from '../reference/compare.ts';
import type { ReferenceFailureGroup } from '../reference/failures.ts';
import type { ReferenceFlakyTest } from '../reference/flaky-tests.ts';
import type { ReferenceTest, referenceTestDetail } from '../reference/tests.ts';

/** Parameters as they stand in a query string. */
export type Query = Record<string, string>;

/**
 * Whoever answers questions about the hand-made data set, the server or the reference, with the
 * executions' names in the place of their ids. Lists come whole, and compared lists as they are sorted.
 */
export interface Asker {
  metrics(query: Query): Promise<Metrics>;
  trends(query: Query): Promise<Trends>;
  flakyTests(query: Query): Promise<ReferenceFlakyTest[]>;
  tests(query: Query): Promise<ReferenceTest[]>;
  test(testId: string, query: Query): Promise<ReturnType<typeof referenceTestDetail>>;
  failures(query: Query): Promise<ReferenceFailureGroup[]>;
  compare(query: Query): Promise<ReturnType<typeof referenceComparison>>;
}

/** The value with every id in it replaced by the name that it stands for. */
export function named<Value>(value: Value, names: ReadonlyMap<string, string>): Value {
  let text = JSON.stringify(value);
  for (const [id, name] of names) text = text.replaceAll(id, name);
  return JSON.parse(text) as Value;
}
