import type { ComparedTest } from '@svc/contract/executions/compare';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { ExcusedResultChip } from '../../../components/gate/excused-chip.tsx';
import { LabelChip } from '../../../components/status/label-chip.tsx';
import { StatusGlyph, type GlyphStatus } from '../../../components/status/status-glyph.tsx';
import { TestName } from '../../../components/tests/test-name.tsx';
import { cutMessageLine } from '../../../components/text/message-line.ts';
import { formatDuration } from '../../../format/duration.ts';
import { formatTestPlace } from '../../../format/identity.ts';

interface ComparedRowProps {
  test: ComparedTest;
  baseId: string;
  headId: string;
  /** The mark for a side on which the test is not. */
  missing?: GlyphStatus;
  withError?: boolean;
  /** Below its cause, which has the class. */
  isOfCause?: boolean;
  children?: ReactNode;
}

/** A test with its outcome in both executions. It opens the head's result, or the base's where the head has none. */
export function ComparedRow(props: ComparedRowProps) {
  const { test, headId, isOfCause = false, children } = props;
  const { head, baseFrom, classification, candidates } = test;
  const durationMs = head?.durationMs;
  return (
    <tr className={isOfCause ? 'go of-cause' : 'go'}>
      <td className="full">
        <TestWithOutcomes {...props} />
      </td>
      <td className="n fit">
        <span className="chips end">
          {baseFrom !== null && (
            <span
              className="chip"
              title={`The base did not run this test. The outcome is from #${baseFrom.number}`}
            >
              base from #{baseFrom.number}
            </span>
          )}
          {children}
          {head !== null && isFailure(head.status) && (
            <ExcusedResultChip executionId={headId} resultId={head.resultId} />
          )}
          {!isOfCause && <LabelChip classification={classification} candidates={candidates} />}
        </span>
      </td>
      <td className="n fit dim r">{durationMs === undefined ? '' : formatDuration(durationMs)}</td>
    </tr>
  );
}

/** The outcomes of both sides, the test, and the head's error. */
function TestWithOutcomes(props: ComparedRowProps) {
  const { test, baseId, headId, missing, withError = false } = props;
  const { base, head, baseFrom, error, titlePath } = test;
  const shown = head ?? base;
  const executionId = head !== null ? headId : (baseFrom?.executionId ?? baseId);
  return (
    <div className="row top compared">
      <span className="row sides">
        {base === null ? (
          missing !== undefined && <StatusGlyph status={missing} />
        ) : (
          <StatusGlyph status={pickOutcomeGlyph(base)} />
        )}
        {base !== null && head !== null && (
          <IconArrowRight size={12} stroke={1.5} aria-label="then" />
        )}
        {head === null ? (
          missing !== undefined && <StatusGlyph status={missing} />
        ) : (
          <StatusGlyph status={pickOutcomeGlyph(head)} />
        )}
      </span>
      <span className="grow">
        <Link
          to="/executions/$executionId"
          params={{ executionId }}
          search={shown === null ? {} : { result: shown.resultId }}
          className="ttl row-link"
          data-row
        >
          <TestName titlePath={titlePath} />
        </Link>{' '}
        <bdi className="sub wrap-anywhere">
          {[formatTestPlace(test).slice(0, 300), test.variant].filter(Boolean).join(' · ')}
        </bdi>
        {withError && error !== null && (
          <span className="pat own-line two" dir="auto">
            {cutMessageLine(error.message)}
          </span>
        )}
      </span>
    </div>
  );
}

function pickOutcomeGlyph({ status, flaky }: NonNullable<ComparedTest['base']>): GlyphStatus {
  return flaky && status === 'passed' ? 'flaky' : status;
}
