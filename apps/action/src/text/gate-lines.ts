import { formatNumber } from '@svc/contract/zod-free/amounts';
import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { escapeMarkdown } from '@svc/analysis/text/markdown';
import { pickWorstStatus, type Report } from '../report/report.ts';

const MOST_FACTS = 10;

/** The gate's result, if it adds something to the status. */
export function renderGateLines(report: Report): string[] {
  const { gate } = report;
  if (gate === null) return [];
  const expiring = gate.expiring.map(
    ({ title, expiresAt }) =>
      `the quarantine of ${escapeMarkdown(shortenLine(title))} ends on ${expiresAt.slice(0, 10)}`,
  );
  const isTold =
    gate.excused > 0 || gate.verdict === 'undecided' || (gate.verdict === 'fail') !== isRed(report);
  if (!isTold && expiring.length === 0) return [];
  const facts = [
    ...(gate.excused > 0 ? [`${formatNumber(gate.excused)} excused`] : []),
    ...(gate.blocking > 0 ? [`${gate.blocking} blocking`] : []),
    ...limitFacts(gate.why.map((why) => escapeMarkdown(shortenLine(why)))),
    ...limitFacts(expiring),
  ];
  const detail = facts.length === 0 ? '' : `: ${facts.join('; ')}`;
  return [`**Gate ${GATE_WORDS[gate.verdict]}**${detail}`];
}

function limitFacts(facts: readonly string[]): string[] {
  const left = facts.length - MOST_FACTS;
  return left <= 0 ? [...facts] : [...facts.slice(0, MOST_FACTS), `and ${formatNumber(left)} more`];
}

const GATE_WORDS = { pass: 'passes', fail: 'fails', undecided: 'is undecided' } as const;

function isRed(report: Report): boolean {
  return pickWorstStatus(report) !== 'passed';
}
