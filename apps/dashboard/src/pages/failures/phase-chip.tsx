import type { FailurePhase } from '@svc/contract/history/failures';
import { IconAlertTriangle } from '@tabler/icons-react';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';

/** The rules of the phases, as the page states them; the API describes them in full. */
export const PHASE_RULES: Record<FailurePhase, string> = {
  new: 'first seen in the last 48 hours, or in one of the last 3 executions of the default branch',
  ongoing: 'seen before that, and not over',
  over: 'every test that had it passed since, on the default branch if that had it; or no branch that had it ran in the last 14 days',
};

const OVER_WITHOUT_A_PASS =
  'No branch that had it ran in the last 14 days. Whether it is fixed is not known.';

interface PhaseChipProps {
  phase: FailurePhase;
  /** Whether an execution shows that its tests pass again. What is over without one was only not run any more. */
  isSeenGone: boolean;
}

/** Where a cause of failures stands. */
export function PhaseChip({ phase, isSeenGone }: PhaseChipProps) {
  const isUnproven = phase === 'over' && !isSeenGone;
  const tone = { new: 'fail', ongoing: '', over: isUnproven ? '' : 'pass' }[phase];
  return (
    <span className={`chip ${tone}`} title={isUnproven ? OVER_WITHOUT_A_PASS : PHASE_RULES[phase]}>
      {phase === 'new' && <IconAlertTriangle size={12} stroke={1.5} aria-hidden />}
      {phase === 'over' && (
        <StatusGlyph status={isUnproven ? 'notRun' : 'passed'} size={12} label={null} />
      )}
      {phase}
    </span>
  );
}
