import type { FailurePhase } from '@svc/contract/history/failures';
import { IconAlertTriangle } from '@tabler/icons-react';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';

const MEANINGS: Record<FailurePhase, string> = {
  new: 'First seen inside this window',
  ongoing: 'Seen before this window, and not over',
  over: 'Each test that failed so ran again on its branch, and passed',
};

/** Where a cause of failures stands. */
export function PhaseChip({ phase }: { phase: FailurePhase }) {
  const tone = { new: 'fail', ongoing: '', over: 'pass' }[phase];
  return (
    <span className={`chip ${tone}`} title={MEANINGS[phase]}>
      {phase === 'new' && <IconAlertTriangle size={12} stroke={1.5} aria-hidden />}
      {phase === 'over' && <StatusGlyph status="passed" size={12} label={null} />}
      {phase}
    </span>
  );
}
