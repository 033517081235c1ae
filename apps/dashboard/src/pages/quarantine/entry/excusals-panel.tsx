import type { Excusal, QuarantineEntry } from '@svc/contract/gate/quarantine';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../../components/layout/panel.tsx';
import { MoreRows, type PagedList } from '../../../components/lists/more-rows.tsx';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { formatNumber, formatCount } from '../../../format/count.ts';
import { shortenCommit, shortenFingerprint } from '../../../format/identity.ts';
import { TableHead } from '../../../components/lists/table-head.tsx';

interface ExcusalsPanelProps {
  entry: Pick<QuarantineEntry, 'excusedCount' | 'state'>;
  excusals: readonly Excusal[];
  list: PagedList;
}

/** The executions in which the entry excused failures, newest first. */
export function ExcusalsPanel({ entry, excusals, list }: ExcusalsPanelProps) {
  return (
    <Panel
      title="What it excused"
      meta={`${formatCount(entry.excusedCount, 'failure')} in finished executions, newest first`}
    >
      {excusals.length === 0 ? (
        <p className="pad mid">
          {entry.state === 'active'
            ? 'It has excused nothing yet. An execution is counted soon after it finished.'
            : 'It excused nothing.'}
        </p>
      ) : (
        <>
          <table className="cards">
            <TableHead names={['Execution', 'Branch and commit', 'Failures']} numbers={['When']} />
            <tbody>
              {excusals.map((excusal) => (
                <ExcusalRow key={excusal.executionId} excusal={excusal} />
              ))}
            </tbody>
          </table>
          <MoreRows shown={excusals.length} list={list} />
        </>
      )}
    </Panel>
  );
}

function ExcusalRow({ excusal }: { excusal: Excusal }) {
  const { executionId, executionNumber, branch, commit, at, results, fingerprints } = excusal;
  return (
    <tr className="go">
      <td className="m1 nowrap">
        <Link
          to="/executions/$executionId"
          params={{ executionId }}
          search={{ tab: 'gate' }}
          className="row-link st strong tnum"
          data-row
        >
          {/* Its failures stay failures. */}
          <StatusGlyph status="failed" size={14} />
          <span>#{executionNumber}</span>
        </Link>
      </td>
      <td className="m3 branch">
        <bdi className="clip own-line">
          {branch ?? '–'}{' '}
          {commit !== null && <span className="mono dim">{shortenCommit(commit)}</span>}
        </bdi>
      </td>
      <td className="m4 r">
        {formatNumber(results)}{' '}
        <span className="sub mono">{fingerprints.map(shortenFingerprint).join(', ')}</span>
      </td>
      <td className="n dim nowrap m2 r">
        <TimeAgo at={at} />
      </td>
    </tr>
  );
}
