import type { ResultTab } from '@svc/contract/executions/execution-view';
import { Link, useSearch } from '@tanstack/react-router';

/** What stands in a list that the filter left empty: the filter, and ways to widen it. */
export function NothingMatches({ tab }: { tab: ResultTab }) {
  const { project, search } = useSearch({ from: '/frame/executions/$executionId' });
  // The open result is one of another tab.
  if (search === undefined) {
    return <p className="pad mid">This execution has no {tab === 'all' ? '' : `${tab} `}result.</p>;
  }
  const scope = project === undefined ? {} : { project };
  return (
    <div className="pad stack nothing-matches">
      <p>
        No {tab === 'all' ? '' : `${tab} `}result has <bdi className="mono">{search}</bdi> in its
        title or file.
      </p>
      <div className="row wrap">
        {tab !== 'all' && (
          <Link
            className="btn sm"
            from="/executions/$executionId"
            to="."
            search={{ ...scope, tab: 'all', search }}
            replace
          >
            Look in all results
          </Link>
        )}
        <Link
          className="btn sm"
          from="/executions/$executionId"
          to="."
          search={{ ...scope, tab }}
          replace
        >
          Clear the filter
        </Link>
      </div>
    </div>
  );
}
