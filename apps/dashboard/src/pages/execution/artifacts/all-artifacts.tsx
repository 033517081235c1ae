import type { Execution } from '@svc/contract/executions/executions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MoreRows } from '../../../components/lists/more-rows.tsx';
import { Link } from '@tanstack/react-router';
import { Empty } from '../../../components/states/empty.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { buildArtifactsQuery } from '../execution-queries.ts';
import { ArtifactGrid } from './artifact-grid.tsx';

/** All files of an execution. */
export function AllArtifacts({ execution, count }: { execution: Execution; count: number }) {
  const query = useInfiniteQuery(buildArtifactsQuery(execution.id));
  return (
    <section className="panel" aria-label="Artifacts">
      <div className="pad">
        <Loaded query={query} what="The artifacts" skeleton={<SkeletonRows />}>
          {({ pages }) => {
            const artifacts = pages.flatMap(({ items }) => items);
            if (artifacts.length === 0) {
              return <Empty title="No artifacts">No test of this execution produced a file.</Empty>;
            }
            return (
              <>
                <div className="stack">
                  {[...Map.groupBy(artifacts, ({ resultId }) => resultId)].map(
                    ([resultId, ofResult]) => (
                      <section key={resultId} aria-label="Files of one test">
                        <p className="artifact-test">
                          <Link
                            className="link"
                            to="/executions/$executionId"
                            params={{ executionId: execution.id }}
                            search={(before) => ({ ...before, tab: 'all', result: resultId })}
                          >
                            Open the test of {ofResult.length === 1 ? 'this file' : 'these files'}
                          </Link>
                        </p>
                        <ArtifactGrid artifacts={ofResult} />
                      </section>
                    ),
                  )}
                </div>
                <MoreRows
                  shown={artifacts.length}
                  total={count}
                  list={query}
                  moreLabel="Show more"
                />
              </>
            );
          }}
        </Loaded>
      </div>
    </section>
  );
}
