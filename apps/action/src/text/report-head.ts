import { markdownLink, markdownTable, markdownText } from '@svc/analysis/text/markdown';
import { durationText } from '@svc/analysis/text/times';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';
import type { ExecutionTotals } from '@svc/contract/executions/executions';
import { statusOf, type Report, type ReportedExecution } from '../report/report.ts';
import { headline, shardsOf } from './words.ts';

/** The run in one line, then its figures beside those of the base, and what the server makes of them. */
export function reportHead(report: Report, title = headline(report)): string {
  return [
    `### ${title}`,
    figures(report),
    ...verdictLines(report),
    ...gateLines(report),
    ...legLines(report),
  ].join('\n\n');
}

/** What is not known, at the end, in small letters. */
export function reportFoot(report: Report): string {
  const uncompared = report.executions.flatMap(({ uncompared: why, label }) =>
    why === null ? [] : [report.executions.length > 1 ? `${label}: ${why}` : sentence(why)],
  );
  const notes = [...uncompared, ...report.notes].map((note) => markdownText(terminalLine(note)));
  return notes.length === 0 ? '' : `<sub>${notes.join('<br>')}</sub>`;
}

const COLUMNS = ['', 'tests', 'passed', 'failed', 'flaky', 'skipped', 'time'];

function figures({ executions }: Report): string {
  const rows = executions.flatMap((execution) => {
    const { comparison } = execution;
    return [
      row(executionName(execution), execution.totals, execution.durationMs),
      ...(comparison === null
        ? []
        : [
            row(
              `${markdownText(terminalLine(comparison.branch ?? 'base'))}: ${linkOf(comparison)}`,
              comparison.totals,
              comparison.durationMs,
            ),
          ]),
    ];
  });
  return markdownTable(COLUMNS, rows);
}

function executionName(execution: ReportedExecution): string {
  const { branch, commit, framework, url } = execution;
  const code = [branch, commit?.slice(0, 7)].flatMap((part) => (part ? [part] : [])).join(' ');
  const facts = [code, url === null ? '' : framework].filter((fact) => fact !== '');
  const name = `**${linkOf(execution)}**`;
  return facts.length === 0
    ? name
    : `${name} ${facts.map((fact) => markdownText(terminalLine(fact))).join(' · ')}`;
}

function linkOf({ label, url }: { label: string; url: string | null }): string {
  const text = terminalLine(label);
  return url === null ? markdownText(text) : markdownLink(text, url);
}

function row(name: string, totals: ExecutionTotals, durationMs: number): string[] {
  const { tests, passed, failed, timedOut, flaky, skipped } = totals;
  const counts = [tests, passed, failed + timedOut, flaky, skipped].map(String);
  return [name, ...counts, durationText(durationMs)];
}

function verdictLines({ verdict }: Report): string[] {
  if (verdict === null) return [];
  const { classification, summary } = verdict;
  return [`**Verdict** \`${classification}\`: ${markdownText(terminalLine(summary))}`];
}

/** Only where the gate says more than the status. */
function gateLines(report: Report): string[] {
  const { gate } = report;
  if (gate === null) return [];
  const expiring = gate.expiring.map(
    ({ title, expiresAt }) =>
      `the quarantine of ${markdownText(terminalLine(title))} ends on ${expiresAt.slice(0, 10)}`,
  );
  const isTold =
    gate.excused > 0 || gate.verdict === 'undecided' || (gate.verdict === 'fail') !== isRed(report);
  if (!isTold && expiring.length === 0) return [];
  const facts = [
    ...(gate.excused > 0 ? [`${gate.excused} excused`] : []),
    ...(gate.blocking > 0 ? [`${gate.blocking} blocking`] : []),
    ...gate.why.map((why) => markdownText(terminalLine(why))),
    ...expiring,
  ];
  const detail = facts.length === 0 ? '' : `: ${facts.join('; ')}`;
  return [`**Gate ${GATE_WORDS[gate.verdict]}**${detail}`];
}

const GATE_WORDS = { pass: 'passes', fail: 'fails', undecided: 'is undecided' } as const;

function isRed(report: Report): boolean {
  return statusOf(report) !== 'passed';
}

/** Which parts the figures hold, where there are several. */
function legLines(report: Report): string[] {
  const legs = [...new Set(report.executions.flatMap((execution) => execution.legs))].sort();
  const { expected, received, carried } = shardsOf(report);
  const missing = expected - received - carried;
  const shown = legs.map((leg) => markdownText(terminalLine(leg))).join('; ');
  return [
    ...(legs.length > 1 ? [`Legs: ${shown}`] : []),
    ...(missing > 0
      ? [`**${received} of ${expected} parts have reported.** The figures are those of so far.`]
      : []),
  ];
}

function sentence(text: string): string {
  const whole = text.endsWith('.') ? text : `${text}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
