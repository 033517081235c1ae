import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { Empty } from '../../components/states/empty.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { buildSummaryQuery } from './execution-queries.ts';
import { OpenExecution } from './open-execution.tsx';
import { isNotFound } from '../../components/states/problem.tsx';

/** One execution: what broke in it, and why. */
export function ExecutionPage() {
  const { executionId } = useParams({ from: '/frame/executions/$executionId' });
  const summary = useQuery(buildSummaryQuery(executionId));
  const { data, error } = summary;
  usePageTitle(
    data === undefined ? 'Execution' : `#${data.execution.number} ${data.execution.project}`,
  );
  if (data === undefined && isNotFound(error)) return <ExecutionMissing />;
  return (
    <Loaded query={summary} what="The execution" skeleton={<ExecutionSkeleton />}>
      {(loaded) => <OpenExecution key={executionId} summary={loaded} />}
    </Loaded>
  );
}

function ExecutionMissing() {
  return (
    <>
      <h1 className="sr">Execution</h1>
      <Empty
        glyph={<StatusGlyph status="notRun" size={26} label={null} />}
        title="There is no such execution"
        action={
          <Link className="btn" to="/executions">
            Executions
          </Link>
        }
      >
        It was deleted, or the address is that of another organization.
      </Empty>
    </>
  );
}

/** As high as an execution with one short failure: what is loaded may add to the page, and takes nothing away. */
function ExecutionSkeleton() {
  return (
    <div className="stack">
      <PageHead title={<span className="dim">Execution</span>} />
      <div className="md">
        <div className="panel">
          <SkeletonRows rows={3} />
        </div>
        <div className="panel">
          <SkeletonRows rows={3} height={64} />
        </div>
      </div>
    </div>
  );
}
