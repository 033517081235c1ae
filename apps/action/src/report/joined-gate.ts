import type { ReportedGate } from './report.ts';

/** The gate of several executions passes if each does. Null if the server answered none of them. */
export function mergeGates(gates: readonly (ReportedGate | null)[]): ReportedGate | null {
  const answered = gates.filter((gate) => gate !== null);
  if (answered.length === 0) return null;
  const unanswered = gates.length - answered.length;
  // An execution without a gate may have failed.
  const why = `The server did not answer for ${unanswered} of ${gates.length} executions.`;
  const none = { excused: 0, blocking: 0, others: 0, expiring: [] };
  const open = { verdict: 'undecided' as const, why: [why], ...none };
  return [...(unanswered > 0 ? [open] : []), ...answered].reduce(mergeTwoGates);
}

function mergeTwoGates(all: ReportedGate, one: ReportedGate): ReportedGate {
  return {
    verdict:
      WORST_GATE.find((verdict) => [all, one].some((some) => some.verdict === verdict)) ?? 'pass',
    why: [...all.why, ...one.why],
    excused: all.excused + one.excused,
    blocking: all.blocking + one.blocking,
    others: all.others + one.others,
    expiring: [...all.expiring, ...one.expiring],
  };
}

const WORST_GATE = ['fail', 'undecided', 'pass'] as const;
