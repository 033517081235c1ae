import { formatNumber } from '@svc/contract/zod-free/amounts';
import type { Gate, GateVerdict } from '@svc/contract/gate/gate';

/** The answers on several executions, which are judged together. */
export interface JudgedGates {
  gates: readonly Gate[];
  /** A sentence: why more executions must come; undefined if these may be all. */
  incomplete?: string | undefined;
}

/** The verdict on several executions together: all must pass. Without any, nothing has been judged yet. */
export function combineVerdicts({ gates, incomplete }: JudgedGates): GateVerdict {
  if (gates.some(({ verdict }) => verdict === 'fail')) return 'fail';
  const isOpen = gates.length === 0 || incomplete !== undefined;
  return isOpen || gates.some(({ verdict }) => verdict === 'undecided') ? 'undecided' : 'pass';
}

/** Why an answer is undecided, in a sentence; undefined for a decided one. */
export function explainUndecided({ gates, incomplete }: JudgedGates): string | undefined {
  const undecided = gates.flatMap(({ project, executionNumber, undecided: one }) =>
    one === null ? [] : [{ name: `${project} #${executionNumber}`, why: one.why }],
  );
  const [first, ...others] = undecided;
  if (first === undefined) {
    return incomplete ?? (gates.length === 0 ? 'No execution has arrived yet.' : undefined);
  }
  const why = gates.length === 1 ? first.why : `${first.name}: ${first.why}`;
  const more = others.length === 0 ? [] : [`And ${formatNumber(others.length)} more.`];
  return [...(incomplete === undefined ? [] : [incomplete]), why, ...more].join(' ');
}
