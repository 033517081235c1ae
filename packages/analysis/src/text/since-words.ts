import type { AttentionItem, AttentionSince } from '@svc/contract/history/attention';

/** How an item's test has been since then: `broken`, `flaky`. */
export function sinceWord({ kind }: Pick<AttentionItem, 'kind'>): string {
  return kind === 'newly-flaky' ? 'flaky' : 'broken';
}

/** What the test was before: `passed 40 times before`. Empty if nothing is known. */
export function beforeWords({ before }: Pick<AttentionSince, 'before'>): string {
  if (before === null) return '';
  const { outcome, runs } = before;
  if (outcome === 'flaky') return 'flaky before';
  if (outcome === 'failed') return 'failed with another error before';
  return runs === 1 ? 'passed once before' : `passed ${runs} times before`;
}
