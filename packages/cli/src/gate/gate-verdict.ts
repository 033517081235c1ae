import type { Gate, GateVerdict } from '@svc/contract/gate/gate';

/** The verdict on several executions together: all must pass. Without any, nothing has been judged yet. */
export function verdictOfAll(gates: readonly Pick<Gate, 'verdict'>[]): GateVerdict {
  if (gates.some(({ verdict }) => verdict === 'fail')) return 'fail';
  const isUndecided = gates.length === 0 || gates.some(({ verdict }) => verdict === 'undecided');
  return isUndecided ? 'undecided' : 'pass';
}

/** Why an answer is undecided, in a sentence; undefined for a decided one. */
export function undecidedText(gates: readonly Gate[]): string | undefined {
  if (gates.length === 0) return 'No execution has arrived yet.';
  const [first, ...others] = gates.flatMap(({ project, executionNumber, undecided }) =>
    undecided === null ? [] : [{ name: `${project} #${executionNumber}`, why: undecided.why }],
  );
  if (first === undefined) return undefined;
  if (gates.length === 1) return first.why;
  const more = others.length === 0 ? '' : ` And ${others.length} more.`;
  return `${first.name}: ${first.why}${more}`;
}
