import type { FailurePhase } from '@svc/contract/history/failures';
import { IconAlertTriangle } from '@tabler/icons-react';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';

/** The rules of the phases, as the page states them; the API describes them in full. */
export const PHASE_RULES: Record<FailurePhase, string> = {
  new: 'first seen in the last 48 hours, or in one of the last 3 executions of the default branch',
  ongoing: 'seen before that, and not over',
  over: 'each test that failed so ran again and passed, on the default branch if it had the failure, else on the branch that had it',
};

/** Where a cause of failures stands. */
export function PhaseChip({ phase }: { phase: FailurePhase }) {
  const tone = { new: 'fail', ongoing: '', over: 'pass' }[phase];
  return (
    <span className={`chip ${tone}`} title={PHASE_RULES[phase]}>
      {phase === 'new' && <IconAlertTriangle size={12} stroke={1.5} aria-hidden />}
      {phase === 'over' && <StatusGlyph status="passed" size={12} label={null} />}
      {phase}
    </span>
  );
}
