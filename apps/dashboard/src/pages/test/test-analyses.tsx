import { deriveLabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { AnalysisItem } from '@svc/contract/analysis/analyses';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/panel.tsx';
import { MoreRows } from '../../components/lists/more-rows.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { LabelChip } from '../../components/status/label-chip.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { formatPercent } from '../../format/rate.ts';
import { shortenCommit, shortenFingerprint } from '../../format/identity.ts';
import { testAnalysesQuery } from './test-queries.ts';
import { listItems } from '../../server/pages-query.ts';

/** The verdicts on the test's failures, newest first. */
export function TestAnalyses({ testId }: { testId: string }) {
  const list = useInfiniteQuery(testAnalysesQuery(testId));
  const items = listItems(list.data);
  return (
    <Panel
      title="Analyses"
      meta="of all executions in which a failure of it was analysed, newest first"
    >
      <Loaded query={list} what="The analyses" skeleton={<SkeletonRows rows={3} />}>
        {() =>
          items.length === 0 ? (
            <p className="pad mid">
              No failure of this test has been analysed. Failures are analysed soon after their
              execution ends.
            </p>
          ) : (
            <>
              <table className="cards">
                <thead>
                  <tr>
                    <th>Execution</th>
                    <th>Class</th>
                    <th className="n">Confidence</th>
                    <th>Failure</th>
                    <th className="n">Analysed</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((item) => (
                    <AnalysisRow key={item.id} item={item} />
                  ))}
                </tbody>
              </table>
              <MoreRows shown={items.length} list={list} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function AnalysisRow({ item }: { item: AnalysisItem }) {
  const { executionId, executionNumber, project, branch, commit, testVerdict, analyzedAt } = item;
  const { confidence } = testVerdict ?? item;
  const label = testVerdict ?? deriveLabelFields(item);
  const name = executionNumber === null ? 'sent inline' : `#${executionNumber}`;
  return (
    <tr className={executionId === null ? undefined : 'go'}>
      <td className="full m2">
        {executionId === null ? (
          name
        ) : (
          <Link
            to="/executions/$executionId"
            params={{ executionId }}
            search={testVerdict?.resultId == null ? {} : { result: testVerdict.resultId }}
            className="strong tnum row-link"
            data-row
          >
            <span>{name}</span>
          </Link>
        )}{' '}
        <span className="sub">
          {branch !== null && <bdi className="clip">{branch}</bdi>}{' '}
          {commit !== null && <span className="mono">{shortenCommit(commit)}</span>}
        </span>
      </td>
      <td className="m3">
        <LabelChip classification={label.classification} candidates={label.candidates} />
      </td>
      <td className="n m4 r" data-l="sure">
        {/* 1 is no calibrated value: a person gave the class. */}
        {confidence === 1 ? 'by a person' : formatPercent(confidence)}
      </td>
      <td className="mono dim m5">
        {testVerdict !== null && (
          <Link
            className="link above"
            to="/failures"
            search={{
              ...(project === null ? {} : { project }),
              search: testVerdict.fingerprint,
            }}
          >
            {shortenFingerprint(testVerdict.fingerprint)}
          </Link>
        )}
      </td>
      <td className="n dim nowrap m6">
        <TimeAgo at={analyzedAt} />
      </td>
    </tr>
  );
}
