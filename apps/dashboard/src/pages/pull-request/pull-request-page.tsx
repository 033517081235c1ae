import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { IconGitPullRequest } from '@tabler/icons-react';
import { CompareAction } from '../../components/executions/compare-action.tsx';
import { ExecutionsTable, StatusLegend } from '../../components/executions/executions-table.tsx';
import { useComparePicks } from '../../components/executions/use-compare-picks.ts';
import { Empty } from '../../components/states/empty.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonPanels } from '../../components/states/skeleton.tsx';
import { formatNumber, formatCount } from '../../format/count.ts';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints, MOVE, OPEN } from '../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { PullRequestHead } from './pull-request-head.tsx';
import { isPullRequestNumber, buildPullRequestQuery } from './pull-request-query.ts';
import { SuitesPanel } from './suites-panel.tsx';
import { isNotFound } from '../../components/states/problem.tsx';

/** Whether a pull request is safe: each suite at its newest commit, and everything that ran for it. */
export function PullRequestPage() {
  useRowKeys();
  const params = useParams({ from: '/frame/projects/$project/pull-requests/$number' });
  const query = useQuery(buildPullRequestQuery(params));
  const picks = useComparePicks();
  usePageTitle(`PR ${params.number} of ${params.project}`);
  if (
    !isPullRequestNumber(params.number) ||
    (query.data === undefined && isNotFound(query.error))
  ) {
    return <Unknown {...params} />;
  }
  return (
    <Loaded
      query={query}
      what="The pull request"
      skeleton={<SkeletonPanels title={`PR ${params.number}`} rows={[3, 6]} />}
    >
      {(answer) => (
        <div className="stack">
          <PullRequestHead answer={answer} />
          <SuitesPanel answer={answer} />
          <h2>
            Executions <span className="count">{formatNumber(answer.total)}</span>
          </h2>
          <ExecutionsTable
            executions={answer.executions}
            withProject={false}
            isPicked={picks.isPicked}
            onPick={picks.toggle}
            isOutdated={false}
          >
            <div className="more">
              <span className="tnum">
                {answer.total > answer.executions.length
                  ? `The newest ${formatNumber(answer.executions.length)} of ${formatNumber(answer.total)}`
                  : formatCount(answer.total, 'execution')}
              </span>
              <span className="push only-wide">
                <StatusLegend />
              </span>
            </div>
          </ExecutionsTable>
          <CompareAction picks={picks.picks} withProject={false} onClear={picks.clear} />
          <KeyHints hints={[MOVE, OPEN, { keys: ['x'], does: 'select to compare' }]} />
        </div>
      )}
    </Loaded>
  );
}

function Unknown({ project, number }: { project: string; number: string }) {
  return (
    <section className="panel">
      <Empty
        glyph={<IconGitPullRequest size={26} stroke={1.5} aria-hidden />}
        title={`No execution of ${project} names PR ${number}`}
        isPage
      >
        An execution names its pull request if CI ran for it and reported its number. Runs of pushes
        do not.{' '}
        <Link className="link" to="/executions" search={{ project }}>
          Executions of <bdi>{project}</bdi>
        </Link>
      </Empty>
    </section>
  );
}
