import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { FingerprintCount } from '@svc/contract/executions/outcomes';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/panel.tsx';
import { covers } from '../../components/quarantine/entry-words.ts';
import { QuarantineChip } from '../../components/quarantine/quarantine-chip.tsx';
import { FailurePattern } from '../../components/tests/failure-pattern.tsx';
import { CopyButton } from '../../components/text/copy.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { formatNumber, formatCount } from '../../format/count.ts';
import { shortenFingerprint } from '../../format/identity.ts';
import type { FilterSearch } from '../../search/page-search.ts';
import { TableHead } from '../../components/lists/table-head.tsx';

interface FailureCausesProps {
  fingerprints: readonly FingerprintCount[];
  /** The active entries of the test in the quarantine; undefined until they are known. */
  entries: readonly QuarantineEntry[] | undefined;
  filters: FilterSearch;
}

/** How the test fails: its failures by fingerprint, the most frequent first. */
export function FailureCauses({ fingerprints, entries, filters }: FailureCausesProps) {
  if (fingerprints.length === 0) return null;
  const failures = fingerprints.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel
      title="How it fails"
      meta={`${formatCount(fingerprints.length, 'cause')} in ${formatCount(failures, 'failed run')}`}
    >
      <table className="cards">
        <TableHead names={['Failure']} numbers={['Times', 'First seen', 'Last seen']} />
        <tbody>
          {fingerprints.map(({ fingerprint, pattern, count, firstSeenAt, lastSeenAt }) => (
            <tr key={fingerprint} className="go">
              <td className="full pattern-cell">
                <Link
                  to="/failures"
                  search={{ ...filters, search: fingerprint }}
                  className="two row-link"
                  data-row
                >
                  <FailurePattern pattern={pattern} />
                </Link>
                <div className="sub row">
                  <span className="mono">{shortenFingerprint(fingerprint)}</span>
                  <span className="above">
                    <CopyButton
                      text={fingerprint}
                      label="Copy the fingerprint"
                      className="iconbtn tiny"
                    />
                  </span>
                  {entries
                    ?.filter((entry) => covers(entry, fingerprint))
                    .map((entry) => (
                      <QuarantineChip key={entry.id} entry={entry} />
                    ))}
                </div>
              </td>
              <td className="n strong m3" data-l="times">
                {formatNumber(count)}
              </td>
              <td className="n dim nowrap m4" data-l="first">
                <TimeAgo at={firstSeenAt} />
              </td>
              <td className="n dim nowrap m5" data-l="last">
                <TimeAgo at={lastSeenAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
