import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import { Link } from '@tanstack/react-router';
import type { FilterSearch } from '../../search/page-search.ts';

interface CostActionProps {
  tests: readonly FlakyTest[];
  /** Whether the most expensive test is among them. */
  isSortedOut: boolean;
  filters: FilterSearch;
  onSort: () => void;
}

/** Opens the test whose retries cost most; where that is not known yet, sorts by cost. */
export function CostAction({ tests, isSortedOut, filters, onSort }: CostActionProps) {
  const [first] = tests.toSorted((a, b) => b.impact - a.impact);
  if (first === undefined || first.impact < 1) return null;
  return isSortedOut ? (
    <Link
      className="btn primary"
      to="/tests/$testId"
      params={{ testId: first.testId }}
      search={filters}
    >
      Open the most expensive
    </Link>
  ) : (
    <button className="btn" type="button" onClick={onSort}>
      Sort by cost
    </button>
  );
}
