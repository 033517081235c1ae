import { formatCount } from '@svc/contract/zod-free/amounts';
import type { FailOn } from './constants.ts';
import {
  sumChanges,
  countFailedTests,
  pickWorstStatus,
  type Report,
  type ReportedExecution,
} from './report/report.ts';

export interface Decision {
  /** Why the step fails; undefined if it does not. */
  failure?: string;
  /** Reason why the question has no answer, so that it does not fail the step. */
  unknown?: string;
}

/**
 * Whether the step fails. An unanswered question does not fail it: the exit code of the tests decides. `lacks` is why
 * the report may lack failures, after "because".
 */
export function decide(
  report: Report | null,
  { failOn, lacks }: { failOn: FailOn; lacks: string | undefined },
): Decision {
  if (failOn === 'never') return {};
  if (report === null) return unknown(failOn, 'no results are known');
  const decision = decideByReport(report, failOn);
  const isOpen = decision.failure === undefined && decision.unknown === undefined;
  return isOpen && lacks !== undefined ? unknown(failOn, lacks) : decision;
}

function decideByReport(report: Report, failOn: Exclude<FailOn, 'never'>): Decision {
  if (failOn === 'gate') return decideByGate(report);
  if (failOn === 'failures') return decideByFailures(report);
  return decideByChanges(report, failOn);
}

function decideByFailures(report: Report): Decision {
  const failed = countFailedTests(report);
  if (failed > 0) return { failure: `${formatCount(failed, 'test')} failed` };
  const status = pickWorstStatus(report);
  if (status === 'failed' || status === 'interrupted')
    return { failure: `the run ${WORDS[status]}` };
  return status === 'running' ? unknown('failures', SHARDS_MISSING) : {};
}

const WORDS = { failed: 'failed', interrupted: 'was cut off' } as const;
const SHARDS_MISSING = 'shards are missing';

/**
 * Failures that the base does not have. A run that broke outside of its tests is one of them if the base passed: its
 * tests had no chance to fail.
 */
function decideByChanges(report: Report, failOn: 'new-failures' | 'regressions'): Decision {
  const { regressions = 0, newFailing = 0 } = sumChanges(report) ?? {};
  const count = failOn === 'regressions' ? regressions : regressions + newFailing;
  const noun = failOn === 'regressions' ? 'regression' : 'new failure';
  const broken = report.executions.filter(isBroken);
  const newlyBroken = broken.filter(({ comparison }) => comparison?.status === 'passed');
  const found = [
    ...(count > 0 ? [formatCount(count, noun)] : []),
    ...newlyBroken.map(({ label, comparison }) => describeBroken(label, comparison?.branch)),
  ];
  if (found.length > 0) return { failure: found.join(', ') };
  if (pickWorstStatus(report) === 'running') return unknown(failOn, SHARDS_MISSING);
  if (report.executions.some(({ status, comparison }) => status !== 'passed' && !comparison)) {
    return unknown(failOn, 'there is nothing to compare with');
  }
  return broken.length === 0
    ? {}
    : unknown(failOn, 'the run broke outside of its tests, and the base did not pass either');
}

/** Whether an execution did not pass for a reason other than a test. */
function isBroken({ status, outside, totals }: ReportedExecution): boolean {
  if (status === 'interrupted') return true;
  return status === 'failed' && (outside > 0 || totals.failed + totals.timedOut === 0);
}

function describeBroken(label: string, branch: string | null | undefined): string {
  return `${label} broke outside of its tests, and passed ${branch ? `on ${branch}` : 'in the base'}`;
}

function decideByGate({ gate }: Report): Decision {
  if (gate === null) return unknown('gate', 'it needs an answer from the server');
  if (gate.verdict === 'undecided') {
    return unknown('gate', `the gate is undecided: ${gate.why[0] ?? 'results are missing'}`);
  }
  if (gate.verdict === 'pass') return {};
  const why = gate.why.length > 0 ? `: ${gate.why.slice(0, MOST_REASONS).join(' ')}` : '';
  const blocking = formatCount(gate.blocking, gate.others === 0 ? 'failure' : 'problem');
  return {
    failure: `the gate fails, ${blocking} ${gate.blocking === 1 ? 'blocks' : 'block'}${why}`,
  };
}

const MOST_REASONS = 5;

function unknown(failOn: FailOn, why: string): Decision {
  return { unknown: `fail-on: ${failOn} cannot be decided, because ${why}` };
}
