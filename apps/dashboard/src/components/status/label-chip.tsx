import { formatCandidate } from '@svc/analysis/verdicts/class-words';
import type { LabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { Candidate } from '@svc/contract/executions/outcomes';
import type { ReactElement } from 'react';
import { ClassChip } from './class-chip.tsx';
import { StatusGlyph } from './status-glyph.tsx';

/** What a list says of a verdict: its class, or the candidates of an unsure one. Nothing without a verdict. */
export function LabelChip({
  classification,
  candidates,
  confidence,
}: LabelFields & { confidence?: number }): ReactElement | null {
  if (classification !== null) {
    return <ClassChip classification={classification} confidence={confidence} />;
  }
  if (candidates === undefined) return null;
  return (
    <span className="unsure">
      <UnsureChip />
      <span className="sub">{formatCandidates(candidates)}</span>
    </span>
  );
}

/** `real bug 49 %, healable 47 %`, broken between the two alone. */
export function formatCandidates(candidates: readonly Candidate[]): string {
  return candidates.map((one) => formatCandidate(one).replaceAll(' ', '\u00a0')).join(', ');
}

/** What it means that a verdict is unsure. */
export const UNSURE =
  'Unsure: no class is at least 60 % likely. The plan starts with a check that decides between the candidates';

/** The chip of an unsure verdict, in a neutral colour. */
export function UnsureChip() {
  return (
    <span className="chip" title={UNSURE}>
      <StatusGlyph status="notRun" size={12} label={null} />
      unsure
    </span>
  );
}
