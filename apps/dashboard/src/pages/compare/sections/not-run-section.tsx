import type { Comparison } from '@svc/contract/executions/compare';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  PARTIAL_WORDS,
  countMissingParts,
} from '../../../components/executions/execution-notes.ts';
import { formatNumber, formatCount } from '../../../format/count.ts';
import { groupNotRunFiles, REASON_WORDS, type NotRunFile } from '../not-run-files.ts';
import { ComparedSection } from './compared-section.tsx';

/** Tests of the base that the head had no chance to show, by file, with the reason. */
export function NotRunSection({ comparison }: { comparison: Comparison }) {
  const { notRun, summary, head } = comparison;
  if (summary.notRun === 0) return null;
  return (
    <ComparedSection
      id="not-run"
      glyph="notRun"
      title="Not run"
      meta={`${formatNumber(summary.notRun)}, never counted as removed`}
      total={0}
      note={`${describeHead(head)}${notRun.length < summary.notRun ? ` Only ${formatNumber(notRun.length)} of the ${formatCount(summary.notRun, 'test')} are listed.` : ''}`}
      rows={groupNotRunFiles(notRun).map(({ file, reason, tests }) => (
        <tr key={`${reason} ${file}`} className="go">
          <td className="full">
            <FileThatDidNotRun file={file} reason={reason} tests={tests} headId={head.id} />
          </td>
          <td className="n fit" colSpan={2}>
            <span
              className={reason === 'file' ? 'chip fail' : 'chip'}
              title={REASON_WORDS[reason].meaning}
            >
              {REASON_WORDS[reason].chip}
            </span>
          </td>
        </tr>
      ))}
    />
  );
}

function FileThatDidNotRun({ file, reason, tests, headId }: NotRunFile & { headId: string }) {
  return (
    <div className="row top compared">
      <span className={reason === 'file' ? 't-fail' : 'dim'}>
        <IconFileOff size={16} stroke={1.5} aria-hidden />
      </span>
      <span className="grow">
        <Link
          to="/executions/$executionId"
          params={{ executionId: headId }}
          className="ttl mono row-link wrap-anywhere"
          data-row
        >
          <bdi>{file.slice(0, 400)}</bdi>
        </Link>{' '}
        <span className="sub">{formatCount(tests, 'test')}</span>
      </span>
    </div>
  );
}

/** How complete the head is. */
function describeHead(head: Comparison['head']): string {
  const { shards, partial, status } = head;
  const missing = countMissingParts(head);
  const parts = [
    missing > 0
      ? `${missing} of ${shards.expected} parts missing`
      : `${shards.expected - missing} of ${formatCount(shards.expected, 'part')}`,
    partial.length > 0 ? partial.map((reason) => PARTIAL_WORDS[reason]).join(', ') : 'no filter',
    status === 'interrupted' ? 'cut off' : 'not cut off',
  ];
  return `The head: ${parts.join(', ')}.`;
}
