import type { BlockingItem, Gate } from '@svc/contract/gate/gate';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../../components/layout/panel.tsx';
import { QuarantineButton } from '../../../components/quarantine/quarantine-button.tsx';
import { StatusGlyph, type GlyphStatus } from '../../../components/status/status-glyph.tsx';
import { TestName, TestPlace } from '../../../components/tests/test-name.tsx';
import { usePermissions } from '../../../server/account.ts';
import { listedWords } from './gate-sentence.ts';

const KINDS: Record<BlockingItem['kind'], { words: string; glyph: GlyphStatus }> = {
  failure: { words: 'Failure', glyph: 'failed' },
  'file-error': { words: 'File that failed to load', glyph: 'failed' },
  'run-error': { words: 'Error of the run', glyph: 'failed' },
  interrupted: { words: 'Interrupted', glyph: 'interrupted' },
  'missing-shards': { words: 'Missing shards', glyph: 'notRun' },
  'mass-failure': { words: 'Mass failure', glyph: 'failed' },
};

/** What keeps the gate from passing. */
export function BlockingPanel({
  executionId,
  answer: { blocking, counts },
}: {
  executionId: string;
  answer: Pick<Gate, 'blocking' | 'counts'>;
}) {
  return (
    <Panel title="Blocks" meta={listedWords(counts.blocking, blocking.length)}>
      <ul className="attn gate-items">
        {blocking.map((item, place) => (
          // An item that is no failure has no identity besides its place.
          // oxlint-disable-next-line react/no-array-index-key
          <BlockingRow key={item.resultId ?? place} item={item} executionId={executionId} />
        ))}
      </ul>
    </Panel>
  );
}

function BlockingRow({ item, executionId }: { item: BlockingItem; executionId: string }) {
  const { kind, why, titlePath, resultId, file, line, variant, quarantineId } = item;
  const { isAdmin } = usePermissions();
  const { words, glyph } = KINDS[kind];
  const failure = quarantinableOf(item);
  return (
    <li>
      <span className="g">
        <StatusGlyph status={glyph} size={16} label={null} />
      </span>
      <div>
        {titlePath !== null && resultId !== null ? (
          <Link
            className="ttl link-ink"
            to="/executions/$executionId"
            params={{ executionId }}
            search={{ result: resultId }}
            data-row
          >
            <TestName titlePath={titlePath} />
          </Link>
        ) : (
          <span className="ttl">{words}</span>
        )}
        {file !== null && <TestPlace file={file} line={line} variant={variant} />}
        <p className="mid wrap-anywhere">
          <bdi>{why}</bdi>
        </p>
      </div>
      <div className="side">
        {quarantineId !== null && (
          <Link className="link" to="/quarantine/$quarantineId" params={{ quarantineId }}>
            Quarantined for another failure
          </Link>
        )}
        {quarantineId === null && failure !== null && isAdmin && (
          <QuarantineButton className="btn sm" label="Quarantine" {...failure} entry={null} />
        )}
      </div>
    </li>
  );
}

/** What a failure needs to be quarantined; null for everything that is never excused. */
function quarantinableOf({ kind, testId, titlePath, file, fingerprint }: BlockingItem) {
  if (kind !== 'failure' || testId === null || titlePath === null || file === null) return null;
  return {
    test: { testId, titlePath, file },
    atHand: fingerprint === null ? null : { fingerprint },
  };
}
