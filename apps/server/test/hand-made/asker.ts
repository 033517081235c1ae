import type { Metrics } from '@svc/contract/history/metrics';
import type { Trends } from '@svc/contract/history/trends';
import type { referenceComparison } from '../reference/answers/compare.ts';
import type { ReferenceFailureGroup } from '../reference/answers/failures.ts';
import type { ReferenceFlakyTest } from '../reference/answers/flaky-tests.ts';
import type { ReferenceTest, referenceTestDetail } from '../reference/answers/tests.ts';

/** The parameters of a query string. */
export type Query = Record<string, string>;

/**
 * Answers questions about the hand-made data set, from the server or the reference, with names of executions instead
 * of ids. Lists are complete; compared lists are sorted.
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

/** The value with every id in it replaced by its name. */
export function named<Value>(value: Value, names: ReadonlyMap<string, string>): Value {
  let text = JSON.stringify(value);
  for (const [id, name] of names) text = text.replaceAll(id, name);
  return JSON.parse(text) as Value;
}
