import type { Label } from '@svc/analysis/verdicts/verdict-label';
import type { ResultRow } from '@svc/contract/executions/execution-view';
import { memo, type ReactNode } from 'react';
import { ClassChip } from '../../../components/status/class-chip.tsx';
import { UnsureChip } from '../../../components/status/label-chip.tsx';
import { StatusGlyph, type GlyphStatus } from '../../../components/status/status-glyph.tsx';
import { TestName } from '../../../components/tests/test-name.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { formatNumber } from '../../../format/count.ts';
import { formatDuration } from '../../../format/duration.ts';
import type { RowLinks } from './use-row-links.ts';
import type { ListEntry } from './list-entries.ts';

interface EntryRowProps {
  entry: ListEntry;
  isOpen: boolean;
  /** Whether more results may belong to a group. */
  isPartial: boolean;
  /** Whether the gate lets the failure pass. It stays red. */
  isExcused: boolean;
  links: RowLinks;
  onOpenGroup: (fingerprint: string) => void;
}

const TITLE_CHARACTERS = 400;
const PLACE_CHARACTERS = 200;

/** One row of the list. */
export const EntryRow = memo(function EntryRow({
  entry,
  isOpen,
  isPartial,
  isExcused,
  links,
  onOpenGroup,
}: EntryRowProps) {
  switch (entry.kind) {
    case 'class':
      return <ClassHead entry={entry} isPartial={isPartial} />;
    case 'group':
      return (
        <>
          <bdi className="clip" title={entry.text}>
            {entry.text}
          </bdi>
          {entry.isNew && <span className="chip fail">first seen here</span>}
          <span className="count push">
            {formatNumber(entry.count)}
            {isPartial && entry.fingerprint !== null && '+'}
          </span>
        </>
      );
    case 'more':
      return (
        <button
          className="btn quiet more-of-group"
          type="button"
          onClick={() => onOpenGroup(entry.fingerprint)}
        >
          {formatNumber(entry.count)}
          {isPartial && '+'} more
        </button>
      );
    case 'problem':
      return <ProblemLink entry={entry} isOpen={isOpen} links={links} />;
    case 'result':
      return <ResultLink row={entry.row} isOpen={isOpen} isExcused={isExcused} links={links} />;
  }
});

type EntryOf<Kind extends ListEntry['kind']> = Extract<ListEntry, { kind: Kind }>;

function ClassHead({ entry, isPartial }: { entry: EntryOf<'class'>; isPartial: boolean }) {
  return (
    <>
      <GroupChip label={entry.label} />
      <Novelty entry={entry} />
      <span className="count push">
        {formatNumber(entry.count)}
        {isPartial && '+'}
      </span>
    </>
  );
}

function GroupChip({ label }: { label: Label | null }) {
  if (label === null) return <span className="chip">not classified</span>;
  return label === 'unsure' ? <UnsureChip /> : <ClassChip classification={label} />;
}

/** How many failures of a class were first seen in this execution, or since when they are known. */
function Novelty({ entry: { newFingerprints, firstSeenAt } }: { entry: EntryOf<'class'> }) {
  if (newFingerprints === null) return null;
  if (firstSeenAt === null) return <span>first seen here</span>;
  return (
    <span className="clip">
      {newFingerprints > 0 ? (
        `${formatNumber(newFingerprints)} first seen here`
      ) : (
        <>
          first seen <TimeAgo at={firstSeenAt} />
        </>
      )}
    </span>
  );
}

interface ProblemLinkProps extends Pick<EntryRowProps, 'isOpen' | 'links'> {
  entry: EntryOf<'problem'>;
}

function ProblemLink({ entry, isOpen, links }: ProblemLinkProps) {
  return (
    <RowLink resultKey={entry.key} isOpen={isOpen} links={links}>
      <StatusGlyph status="failed" size={14} />
      <span>
        <bdi className="ttl">{entry.title}</bdi>
        {entry.place !== null && <bdi className="sub clip">{entry.place.slice(0, 200)}</bdi>}
      </span>
    </RowLink>
  );
}

interface ResultLinkProps extends Pick<EntryRowProps, 'isOpen' | 'isExcused' | 'links'> {
  row: ResultRow;
}

function ResultLink({ row, isOpen, isExcused, links }: ResultLinkProps) {
  const { titlePath, file, line, variant, part } = row;
  const shard = formatPart(part);
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const name = file.slice(folder.length);
  return (
    <RowLink resultKey={row.id} isOpen={isOpen} links={links}>
      <StatusGlyph status={pickResultGlyph(row)} size={14} />
      <span>
        <span className="ttl">
          <TestName titlePath={titlePath} limit={TITLE_CHARACTERS} />
        </span>
        <span className="sub place">
          {/* Isolated, so that a right-to-left mark in a name turns nothing but that name. */}
          {folder !== '' && <bdi className="clip folder">{folder.slice(-PLACE_CHARACTERS)}</bdi>}
          <span className="clip file">
            <bdi>{name.slice(-PLACE_CHARACTERS)}</bdi>
            {line !== null && `:${line}`}
          </span>
          {/* Variant and shard distinguish the results of one test, so the path is cut before them. */}
          {variant !== null && <bdi className="clip part">· {variant}</bdi>}
          {shard !== null && <bdi className="clip part">· {shard}</bdi>}
        </span>
      </span>
      <span className="sub tnum row-end">
        {formatDuration(row.durationMs)}
        {isExcused && <span className="excused-mark">excused</span>}
      </span>
    </RowLink>
  );
}

/** A plain link: the router's own costs a millisecond each, which scrolling through thousands cannot afford. */
function RowLink({
  resultKey,
  isOpen,
  links: { hrefOf, open, prefetch },
  children,
}: {
  resultKey: string;
  isOpen: boolean;
  links: RowLinks;
  children: ReactNode;
}) {
  return (
    <a
      href={hrefOf(resultKey)}
      data-row
      aria-current={isOpen || undefined}
      onPointerEnter={() => prefetch(resultKey)}
      onClick={(event) => {
        const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
        if (!isPlain || event.button !== 0) return;
        event.preventDefault();
        open(resultKey);
      }}
    >
      {children}
    </a>
  );
}

/** The status of a result as a glyph: a pass after a failed attempt is flaky. */
export function pickResultGlyph({
  status,
  flaky,
}: Pick<ResultRow, 'status' | 'flaky'>): GlyphStatus {
  return flaky ? 'flaky' : status;
}

/** `shard 2 of 4, mysql`; null where neither is known. */
export function formatPart(part: ResultRow['part']): string | null {
  if (part === null) return null;
  const { shard, leg } = part;
  const texts = [shard === null ? null : `shard ${shard.index} of ${shard.total}`, leg];
  return texts.filter((text) => text !== null).join(', ');
}
