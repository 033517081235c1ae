import type { FailureGroup } from '@svc/contract/history/failures';
import type { Metrics } from '@svc/contract/history/metrics';
import { Link } from '@tanstack/react-router';
import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { isFiltered } from '../../search/asked-filters.ts';
import type { FailuresSearch } from '../../search/page-search.ts';
import { formatWindow } from '../../search/time-window.ts';
import type { Outputs } from '../../server/trpc.ts';
import { describeFailures, describeFigures, describeLargestCause } from './failures-sentence.ts';

interface FailuresHeadProps {
  search: FailuresSearch;
  failures: readonly FailureGroup[];
  /** Whether there are further failures; undefined until the list is known. */
  hasMore: boolean | undefined;
  newest: Outputs['failures']['list'] | undefined;
  figures: Metrics | undefined;
}

/** The page's answer: how many causes are new, and what the failures come down to. */
export function FailuresHead({ search, failures, hasMore, newest, figures }: FailuresHeadProps) {
  const isWhole = search.search === undefined && search.phase === undefined;
  const [latest] = failures.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt));
  const title =
    newest === undefined || figures === undefined
      ? 'Failures'
      : describeFailures({
          newCauses: newest.items.length,
          hasMoreNew: newest.nextCursor !== null,
          failures: figures.failures.results,
          executions: figures.executions.total,
        });
  const causes = isWhole && hasMore !== undefined ? { shown: failures.length, hasMore } : null;
  return (
    <PageHead
      title={title}
      action={
        latest !== undefined &&
        (hasMore === false || search.sort === 'newest') && (
          <Link
            className="btn primary"
            to="/executions/$executionId"
            params={{ executionId: latest.example.executionId }}
            search={{ result: latest.example.resultId }}
          >
            Open the newest
          </Link>
        )
      }
    >
      In {formatWindow(search)}
      {isFiltered(search) ? ', with these filters' : ''}.{' '}
      {figures !== undefined && describeFigures(figures, causes)}{' '}
      {isWhole && figures !== undefined && describeLargestCause(figures, failures)}
    </PageHead>
  );
}
