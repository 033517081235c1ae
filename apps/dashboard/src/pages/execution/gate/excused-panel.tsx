import { buildExcusedRows } from '@svc/analysis/gate/gate-rows';
import type { ExcusedFailure, Gate } from '@svc/contract/gate/gate';
import { Link } from '@tanstack/react-router';
import { FailureLink } from '../../../components/gate/failure-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { TestPlace } from '../../../components/tests/test-name.tsx';
import { CauseItems } from './cause-items.tsx';
import { formatExcusedList } from '../../../components/gate/gate-sentence.ts';
import { ExcusedReason } from './excused-reason.tsx';
import { GrowingList } from './growing-list.tsx';

/** What failed and does not block, each with why. */
export function ExcusedPanel({ executionId, answer }: { executionId: string; answer: Gate }) {
  const row = (failure: ExcusedFailure, isOfCause: boolean) => (
    <ExcusedRow
      key={failure.resultId}
      failure={failure}
      executionId={executionId}
      isOfCause={isOfCause}
    />
  );
  return (
    <Panel title="Excused" meta={formatExcusedList(answer)}>
      <GrowingList items={buildExcusedRows(answer)} className="attn gate-items">
        {(entry) =>
          entry.kind === 'test' ? (
            row(entry.item, false)
          ) : (
            <CauseItems
              key={entry.cause.fingerprint ?? 'none'}
              {...entry}
              itemOf={(failure) => row(failure, true)}
            />
          )
        }
      </GrowingList>
    </Panel>
  );
}

interface ExcusedRowProps {
  failure: ExcusedFailure;
  executionId: string;
  isOfCause: boolean;
}

function ExcusedRow({ failure, executionId, isOfCause }: ExcusedRowProps) {
  const { resultId, titlePath, file, line, variant, quarantineId } = failure;
  return (
    <li className={isOfCause ? 'of-cause' : undefined}>
      <span className="g">
        {/* It failed, and stays red. */}
        <StatusGlyph status="failed" size={16} />
      </span>
      <div>
        <FailureLink executionId={executionId} resultId={resultId} titlePath={titlePath} isTitle />
        <TestPlace file={file} line={line} variant={variant} />
        <p className="mid wrap-anywhere">
          <ExcusedReason failure={failure} />
        </p>
      </div>
      <div className="side">
        {quarantineId !== null && (
          <Link className="link" to="/quarantine/$quarantineId" params={{ quarantineId }}>
            Open the quarantine
          </Link>
        )}
      </div>
    </li>
  );
}
