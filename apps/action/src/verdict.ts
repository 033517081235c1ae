import { counted } from '@svc/analysis/text/numbers';
import type { FailOn } from './constants.ts';
import { changesOf, failedTests, statusOf, type Report } from './report/report.ts';

export interface Decision {
  /** Why the step fails; undefined if it does not. */
  failure: string | undefined;
  /** Why nobody can tell, so that the step does not fail. */
  unknown: string | undefined;
}

/**
 * Whether the step fails. A question that nobody answered does not fail it: the tests' own exit code stands.
 */
export function decide(report: Report | null, failOn: FailOn): Decision {
  if (failOn === 'never') return { failure: undefined, unknown: undefined };
  if (report === null) return unknown(failOn, 'no results are known');
  if (failOn === 'gate') return byGate(report);
  if (failOn === 'failures') return byFailures(report);
  const changes = changesOf(report);
  if (changes === null) {
    return statusOf(report) === 'passed'
      ? { failure: undefined, unknown: undefined }
      : unknown(failOn, 'there is nothing to compare with');
  }
  const { regressions, newFailing } = changes;
  const count = failOn === 'regressions' ? regressions : regressions + newFailing;
  const noun = failOn === 'regressions' ? 'regression' : 'new failure';
  return { failure: count > 0 ? counted(count, noun) : undefined, unknown: undefined };
}

function byFailures(report: Report): Decision {
  const failed = failedTests(report);
  if (failed > 0) {
    return { failure: `${counted(failed, 'test')} failed`, unknown: undefined };
  }
  const status = statusOf(report);
  const isRed = status === 'failed' || status === 'interrupted';
  return { failure: isRed ? `the run ${status}` : undefined, unknown: undefined };
}

function byGate({ gate }: Report): Decision {
  if (gate === null) return unknown('gate', 'the server did not answer it');
  if (gate.verdict === 'undecided') {
    return unknown('gate', `the gate is undecided: ${gate.why[0] ?? 'results are missing'}`);
  }
  if (gate.verdict === 'pass') return { failure: undefined, unknown: undefined };
  const why = gate.why.length > 0 ? `: ${gate.why.join(' ')}` : '';
  return {
    failure: `the gate fails, ${counted(gate.blocking, 'failure')} ${gate.blocking === 1 ? 'blocks' : 'block'}${why}`,
    unknown: undefined,
  };
}

function unknown(failOn: FailOn, why: string): Decision {
  return { failure: undefined, unknown: `fail-on: ${failOn} cannot be decided, because ${why}` };
}
