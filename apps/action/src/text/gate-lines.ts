import { markdownText } from '@svc/analysis/text/markdown';
import { statusOf, type Report } from '../report/report.ts';
import { shortLine } from './words.ts';

const MOST_FACTS = 10;

/** The gate's answer, only where it says more than the status. */
export function gateLines(report: Report): string[] {
  const { gate } = report;
  if (gate === null) return [];
  const expiring = gate.expiring.map(
    ({ title, expiresAt }) =>
      `the quarantine of ${markdownText(shortLine(title))} ends on ${expiresAt.slice(0, 10)}`,
  );
  const isTold =
    gate.excused > 0 || gate.verdict === 'undecided' || (gate.verdict === 'fail') !== isRed(report);
  if (!isTold && expiring.length === 0) return [];
  const facts = [
    ...(gate.excused > 0 ? [`${gate.excused} excused`] : []),
    ...(gate.blocking > 0 ? [`${gate.blocking} blocking`] : []),
    ...bounded(gate.why.map((why) => markdownText(shortLine(why)))),
    ...bounded(expiring),
  ];
  const detail = facts.length === 0 ? '' : `: ${facts.join('; ')}`;
  return [`**Gate ${GATE_WORDS[gate.verdict]}**${detail}`];
}

function bounded(facts: readonly string[]): string[] {
  const left = facts.length - MOST_FACTS;
  return left <= 0 ? [...facts] : [...facts.slice(0, MOST_FACTS), `and ${left} more`];
}

const GATE_WORDS = { pass: 'passes', fail: 'fails', undecided: 'is undecided' } as const;

function isRed(report: Report): boolean {
  return statusOf(report) !== 'passed';
}
