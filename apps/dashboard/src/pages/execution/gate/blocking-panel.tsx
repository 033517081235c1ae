import { buildBlockingRows, isNotable } from '@svc/analysis/gate/gate-rows';
import type { BlockingItem, Gate } from '@svc/contract/gate/gate';
import { Link } from '@tanstack/react-router';
import { IconShieldHalf } from '@tabler/icons-react';
import { FailureLink } from '../../../components/gate/failure-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import type { QuarantineDialogProps } from '../../../components/quarantine/quarantine-dialog.tsx';
import { StatusGlyph, type GlyphStatus } from '../../../components/status/status-glyph.tsx';
import { TestPlace } from '../../../components/tests/test-name.tsx';
import { formatNumber } from '../../../format/count.ts';
import { usePermissions } from '../../../server/account.ts';
import { CauseItems } from './cause-items.tsx';
import { formatBlockingList } from '../../../components/gate/gate-sentence.ts';
import { GrowingList } from './growing-list.tsx';

const KINDS: Record<BlockingItem['kind'], { words: string; glyph: GlyphStatus }> = {
  failure: { words: 'Failure', glyph: 'failed' },
  'file-error': { words: 'File that failed to load', glyph: 'failed' },
  'run-error': { words: 'Error of the run', glyph: 'failed' },
  interrupted: { words: 'Interrupted', glyph: 'interrupted' },
  'missing-shards': { words: 'Missing parts', glyph: 'notRun' },
  'mass-failure': { words: 'Mass failure', glyph: 'failed' },
};

const RELATION_WORDS: Record<NonNullable<BlockingItem['relatedEntry']>['relation'], string> = {
  ended: 'Quarantine that ended',
  'other-test': 'Quarantine of that test',
};

export type Quarantinable = Pick<QuarantineDialogProps, 'test' | 'atHand'>;

interface BlockingPanelProps {
  executionId: string;
  answer: Gate;
  /** Opens the form. */
  onQuarantine: (failure: Quarantinable) => void;
}

/** What keeps the gate from passing. */
export function BlockingPanel(props: BlockingPanelProps) {
  const { executionId, answer, onQuarantine } = props;
  const { blocking, base } = answer;
  const { isAdmin } = usePermissions();
  // No entry excuses a mass failure.
  const canHelp = isAdmin && !blocking.some(({ kind }) => kind === 'mass-failure');
  const row = (item: BlockingItem, place: number | string, isOfCause: boolean) => (
    <BlockingRow
      // An item that is no failure has no identity besides its place.
      key={item.resultId ?? place}
      item={item}
      executionId={executionId}
      base={base}
      isOfCause={isOfCause}
      onQuarantine={canHelp ? onQuarantine : null}
    />
  );
  return (
    <Panel title="Blocks" meta={formatBlockingList(answer)}>
      <GrowingList items={buildBlockingRows(answer)} className="attn gate-items">
        {(entry, place) =>
          entry.kind === 'test' ? (
            row(entry.item, place, false)
          ) : (
            <CauseItems
              key={entry.cause.fingerprint ?? 'none'}
              {...entry}
              itemOf={(item) => row(item, item.why, true)}
            >
              {base !== null && entry.cause.onBase > 0 && (
                <BaseLink base={base} count={entry.cause.onBase} of={entry.cause.failures} />
              )}
            </CauseItems>
          )
        }
      </GrowingList>
    </Panel>
  );
}

/** `1,500 failed in #40 of main`. */
function BaseLink({
  base,
  count,
  of,
}: {
  base: NonNullable<Gate['base']>;
  count: number;
  of: number;
}) {
  const which = of === 1 ? 'Failed' : count === of ? 'All failed' : `${formatNumber(count)} failed`;
  return (
    <Link className="link" to="/executions/$executionId" params={{ executionId: base.executionId }}>
      {which} in #{base.number} of {base.branch}
    </Link>
  );
}

interface BlockingRowProps {
  item: BlockingItem;
  executionId: string;
  base: Gate['base'];
  /** Below its cause, which says what its failures have in common. */
  isOfCause: boolean;
  /** Null where no entry may be made, or none would help. */
  onQuarantine: ((failure: Quarantinable) => void) | null;
}

function BlockingRow(props: BlockingRowProps) {
  const { item, executionId, isOfCause } = props;
  const { kind, why, titlePath, resultId, file, line, variant } = item;
  const { words, glyph } = KINDS[kind];
  return (
    <li className={isOfCause ? 'of-cause' : undefined}>
      <span className="g">
        <StatusGlyph status={glyph} size={16} label={null} />
      </span>
      <div>
        {titlePath !== null && resultId !== null ? (
          <FailureLink
            executionId={executionId}
            resultId={resultId}
            titlePath={titlePath}
            isTitle
          />
        ) : (
          <span className="ttl">{words}</span>
        )}
        {file !== null && <TestPlace file={file} line={line} variant={variant} />}
        {(!isOfCause || isNotable(item)) && (
          <p className="mid wrap-anywhere">
            <bdi>{why}</bdi>
          </p>
        )}
      </div>
      <BlockingActions {...props} />
    </li>
  );
}

/** What can be done about the failure. */
function BlockingActions({ item, base, isOfCause, onQuarantine }: BlockingRowProps) {
  const { quarantineId, relatedEntry } = item;
  const failure = toQuarantinable(item);
  return (
    <div className="side">
      {item.onBase && base !== null && !isOfCause && <BaseLink base={base} count={1} of={1} />}
      {quarantineId !== null && (
        <Link className="link" to="/quarantine/$quarantineId" params={{ quarantineId }}>
          Quarantine of this test
        </Link>
      )}
      {relatedEntry !== undefined && (
        <Link
          className="link"
          to="/quarantine/$quarantineId"
          params={{ quarantineId: relatedEntry.quarantineId }}
        >
          {RELATION_WORDS[relatedEntry.relation]}
        </Link>
      )}
      {quarantineId === null && failure !== null && onQuarantine !== null && (
        <button className="btn sm" type="button" onClick={() => onQuarantine(failure)}>
          <IconShieldHalf size={14} stroke={1.5} aria-hidden />
          Quarantine
        </button>
      )}
    </div>
  );
}

/** What a failure needs to be quarantined; null for everything that is never excused. */
function toQuarantinable(item: BlockingItem): Quarantinable | null {
  const { kind, testId, titlePath, file, fingerprint, furtherFingerprints: further } = item;
  if (kind !== 'failure' || testId === null || titlePath === null || file === null) return null;
  return {
    test: { testId, titlePath, file },
    atHand: fingerprint === null ? null : { fingerprint, further },
  };
}
