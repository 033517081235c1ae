import type { ResultRow } from '@svc/contract/execution-view';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { StatusGlyph, type GlyphStatus } from '../../../components/status/status-glyph.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatDuration } from '../../../format/duration.ts';
import { shortTestTitle, testPlace } from '../../../format/identity.ts';
import type { ListEntry } from './list-entries.ts';

interface EntryRowProps {
  entry: ListEntry;
  isOpen: boolean;
  onOpenGroup: (fingerprint: string) => void;
}

const PLACE_CHARACTERS = 200;

/** One row of the list. */
export const EntryRow = memo(function EntryRow({ entry, isOpen, onOpenGroup }: EntryRowProps) {
  switch (entry.kind) {
    case 'group':
      return (
        <>
          <bdi className="clip" title={entry.text}>
            {entry.text}
          </bdi>
          {entry.isNew && <span className="chip fail">new</span>}
          <span className="count push">{formatCount(entry.count)}</span>
        </>
      );
    case 'more':
      return (
        <button
          className="btn quiet more-of-group"
          type="button"
          onClick={() => onOpenGroup(entry.fingerprint)}
        >
          {formatCount(entry.count)} more
        </button>
      );
    case 'problem':
      return (
        <RowLink resultKey={entry.key} isOpen={isOpen}>
          <StatusGlyph status="failed" size={14} />
          <span>
            <bdi className="ttl">{entry.title}</bdi>
            {entry.place !== null && <bdi className="sub clip">{entry.place.slice(0, 200)}</bdi>}
          </span>
        </RowLink>
      );
    case 'result':
      return <ResultLink row={entry.row} isOpen={isOpen} />;
  }
});

function ResultLink({ row, isOpen }: { row: ResultRow; isOpen: boolean }) {
  const { titlePath, variant, part } = row;
  const place = [testPlace(row).slice(-PLACE_CHARACTERS), variant, partText(part)];
  return (
    <RowLink resultKey={row.id} isOpen={isOpen}>
      <StatusGlyph status={glyphOf(row)} size={14} />
      <span>
        <bdi className="ttl">{shortTestTitle(titlePath) || '(no title)'}</bdi>
        <bdi className="sub clip">{place.filter((one) => one !== null).join(' · ')}</bdi>
      </span>
      <span className="sub tnum">{formatDuration(row.durationMs)}</span>
    </RowLink>
  );
}

function RowLink({
  resultKey,
  isOpen,
  children,
}: {
  resultKey: string;
  isOpen: boolean;
  children: React.ReactNode;
}) {
  return (
    <Link
      from="/executions/$executionId"
      to="."
      search={(before) => ({ ...before, result: resultKey, attempt: undefined })}
      replace
      resetScroll={false}
      data-row
      aria-current={isOpen || undefined}
      activeProps={NO_PROPS}
    >
      {children}
    </Link>
  );
}

// A link to the page itself is always active; the open result is marked instead.
const NO_PROPS = {};

/** The status of a result as a glyph: a pass after a failed attempt is flaky. */
export function glyphOf({ status, flaky }: Pick<ResultRow, 'status' | 'flaky'>): GlyphStatus {
  return flaky ? 'flaky' : status;
}

/** `shard 2 of 4, mysql`; null where neither is known. */
export function partText(part: ResultRow['part']): string | null {
  if (part === null) return null;
  const { shard, leg } = part;
  const texts = [shard === null ? null : `shard ${shard.index} of ${shard.total}`, leg];
  return texts.filter((text) => text !== null).join(', ');
}
